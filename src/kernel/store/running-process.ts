import { readFileSync } from "node:fs";
import { errnoOf } from "./file-error.ts";

/**
 * Why: a file left behind names the process that wrote it. Whether that one still runs decides if the file is rubbish,
 * and a pid alone does not tell, because pids are used again (in a container, by every restart).
 */
type ProcessMark = {
  pid: number;
  /** Boot and start time of the process; undefined where the system does not tell (anything but Linux). */
  start: string | undefined;
};

export function isRunning({ pid, start }: ProcessMark): boolean {
  if (!answersSignals(pid)) return false;
  const stat = readStat(pid);
  if (stat === undefined) return true;
  if (stat.exited) return false;
  return start === undefined || start === markOf(stat);
}

/** What tells this process from an earlier or later one with the same pid. */
export function processStart(pid: number): string | undefined {
  const stat = readStat(pid);
  return stat && markOf(stat);
}

/** Larger numbers would be wrapped around to the pid of some other process; zero means this one's group. */
const largestPid = 2 ** 31 - 1;

function answersSignals(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1 || pid > largestPid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as somebody else. Anything else but "no such process" is no proof of death.
    return errnoOf(error) !== "ESRCH";
  }
}

type Stat = { startedAt: string; exited: boolean };

function readStat(pid: number): Stat | undefined {
  const text = readIfThere(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The second field is the program's name and may hold spaces and brackets: count from its last bracket.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, threads, startedAt] = [fields[0], fields[17], fields[19]];
  if (state === undefined || startedAt === undefined) return undefined;
  // A killed process whose parent has not looked yet is dead, unless one of its threads is still finishing a write.
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
