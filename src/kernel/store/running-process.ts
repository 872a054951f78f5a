import { readFileSync } from "node:fs";
import { errnoOf } from "./file-error.ts";

/**
 * Why: a leftover file names the process that wrote it. The file is garbage only if that process has ended, and a pid
 * alone does not tell, because pids are reused (in a container, on every restart).
 */
type ProcessMark = {
  pid: number;
  /** Boot and start time of the process; undefined: not available (anything but Linux). */
  start: string | undefined;
};

export function isRunning({ pid, start }: ProcessMark): boolean {
  if (!answersSignals(pid)) return false;
  const stat = readStat(pid);
  if (stat === undefined) return true;
  if (stat.exited) return false;
  return start === undefined || start === markOf(stat);
}

/** What distinguishes this process from another one with the same pid. */
export function processStart(pid: number): string | undefined {
  const stat = readStat(pid);
  return stat && markOf(stat);
}

/** Larger numbers would wrap around to the pid of another process; zero means this process's group. */
const largestPid = 2 ** 31 - 1;

function answersSignals(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1 || pid > largestPid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs as another user. Only "no such process" proves that it has ended.
    return errnoOf(error) !== "ESRCH";
  }
}

type Stat = { startedAt: string; exited: boolean };

function readStat(pid: number): Stat | undefined {
  const text = readIfThere(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The second field is the program's name and may contain spaces and brackets: count from its last bracket.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, threads, startedAt] = [fields[0], fields[17], fields[19]];
  if (state === undefined || startedAt === undefined) return undefined;
  // A killed process that its parent has not collected is dead, unless one of its threads is still finishing a write.
  return { startedAt, exited: (state === "Z" || state === "X") && Number(threads) <= 1 };
}

/** Start times count from boot: the same number after a reboot is another process. */
const markOf = ({ startedAt }: Stat) =>
  `${readIfThere("/proc/sys/kernel/random/boot_id")?.trim() ?? ""}/${startedAt}`;

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
