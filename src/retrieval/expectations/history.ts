import { basename, join } from "node:path";
import { historyFile, type HistoryFile } from "../../contract/index.ts";
import { exists, listFolder, makeFolder, writeNewFile } from "../../kernel/store/index.ts";
import { readShaped, type OnWarning } from "../data-file.ts";

/** The history of expectations: one file for each calibration or override, beside the semantic bank. */
export type HistoryEntry = HistoryFile & { path: string };

/** Every file of a bank's history, oldest first: by name, as the specification orders them. */
export function loadHistory(dir: string, onWarning: OnWarning = () => {}): HistoryEntry[] {
  if (!exists(dir)) return [];
  return listFolder(dir)
    .filter(({ name }) => /^expectations_.+\.json$/.test(name))
    .map(({ name }) => join(dir, name))
    .sort((a, b) => byNumber.compare(historyStem(a), historyStem(b)))
    .map((path) => ({ ...readShaped(path, historyFile, { remedy: REMEDY, onWarning }), path }));
}

/** History only grows: a second file of one day gets a name of its own, and no file is overwritten. */
export async function appendHistory(dir: string, entry: HistoryFile): Promise<string> {
  makeFolder(dir);
  return writeNewFile({
    dir,
    stem: `expectations_${entry.version.slice(0, 10)}`,
    extension: "json",
    data: `${JSON.stringify(entry, undefined, 2)}\n`,
  });
}

/** Puts …_10 after …_2. */
const byNumber = new Intl.Collator("en", { numeric: true });
/** `2025-12-18` of `expectations_2025-12-18.json`. */
export const historyStem = (path: string): string => basename(path, ".json").replace("expectations_", "");

const REMEDY =
  "Fix the file, or restore it from a backup or version control. An unreadable history is never skipped.";
