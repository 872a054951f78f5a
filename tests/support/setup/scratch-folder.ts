/**
 * One folder for all that a run of the tests writes, in memory where the machine has room: a session waits for the disk
 * at every turn, and no test can see whether it did. What tests leave behind goes with the folder.
 */
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM = 2 * 1024 ** 3;
const NAME = "rehearse-tests-";
const DAY = 24 * 3600 * 1000;

export default function openScratchFolder(): () => void {
  const parent = hasRoom(MEMORY) ? MEMORY : tmpdir();
  for (const left of readdirSync(parent).filter((name) => name.startsWith(NAME)))
    removeIfOld(join(parent, left));
  const dir = mkdtempSync(join(parent, NAME));
  // Workers are started after this and inherit it: to them `os.tmpdir()` is this folder.
  process.env["TMPDIR"] = dir;
  return () => rmSync(dir, { recursive: true, force: true });
}

function hasRoom(dir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}

/** A run that was killed could not tidy up. */
function removeIfOld(dir: string): void {
  const { mtimeMs } = statSync(dir, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
  if (Date.now() - mtimeMs > DAY) rmSync(dir, { recursive: true, force: true });
}
