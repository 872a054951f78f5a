import { join } from "node:path";
import { isHeld, readLock } from "./lock-record.ts";

/** Whether somebody works in a folder now. A lock that a killed process left behind says nothing. */
export async function isInUse(dir: string): Promise<boolean> {
  const lock = await readLock(join(dir, ".lock"));
  return lock !== undefined && isHeld(lock);
}
