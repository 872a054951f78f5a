import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Every file below a folder, with its bytes. */
export const bytesBelow = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(dir, file), readFileSync(file, "latin1")]),
  );
