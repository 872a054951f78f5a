import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A link in a folder, or in one inside of it, by its name; undefined: there is none. What it leads to may be anybody's. */
export function linkIn(dir: string, depth = 2): string | undefined {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) return entry.name;
    const inside = entry.isDirectory() && depth > 0 ? linkIn(join(dir, entry.name), depth - 1) : undefined;
    if (inside !== undefined) return `${entry.name}/${inside}`;
  }
  return undefined;
}
