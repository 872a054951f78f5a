import { readFileSync } from "node:fs";
import { errnoOf } from "./file-error.ts";

/**
 * Why: a leftover file names the process that wrote it. The file is garbage only if that process has ended, and a pid
 * alone does not tell, because pids are reused (in a container, on every restart). Without a start, as on anything but
 * Linux, the pid decides.
 */
export function isRunning({ pid, start }: { pid: number; start: string | undefined }): boolean {
  // Zero and negative numbers mean groups of processes.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs as another user. Any other error means that there is no such process.
    if (errnoOf(error) !== "EPERM") return false;
  }
  const stat = readStat(pid);
  // A killed process that its parent has not collected is dead, unless one of its threads is still finishing a write.
  if (stat && /[ZX]/.test(stat.state) && stat.threads <= 1) return false;
  return !stat || start === undefined || start === stat.start;
}

/** What distinguishes this process from another one with the same pid. */
export const processStart = (pid: number): string | undefined => readStat(pid)?.start;

function readStat(pid: number): { state: string; threads: number; start: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name and may contain spaces and brackets: count from its last bracket.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // Start times count from boot: the same number after a reboot is another process.
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return { state: fields[0]!, threads: Number(fields[17]), start: `${boot}/${fields[19]}` };
  } catch {
    return undefined;
  }
}
