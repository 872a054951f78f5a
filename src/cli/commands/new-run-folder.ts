import { existsSync } from "node:fs";
import { join } from "node:path";

/** A folder name that is not taken: what it is, and when. */
export function newRunFolder(parent: string, what: string, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
  const first = join(parent, `${what}-${stamp}`);
  let path = first;
  for (let count = 2; existsSync(path); count++) path = `${first}-${count}`;
  return path;
}
