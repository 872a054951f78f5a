import type { HistoryFile } from "../../contract/index.ts";
import { makeFolder, writeNewFile } from "../../kernel/store/index.ts";

/** History only grows: a second file of one day gets a name of its own, and nothing is ever overwritten. */
export async function appendHistory(dir: string, entry: HistoryFile): Promise<string> {
  makeFolder(dir);
  return writeNewFile({
    dir,
    stem: `expectations_${entry.version.slice(0, 10)}`,
    extension: "json",
    data: `${JSON.stringify(entry, undefined, 2)}\n`,
  });
}
