import { join } from "node:path";
import { historyFile, type HistoryFile } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { exists, listFolder, makeFolder, readJson, writeNewFile } from "../../kernel/store/index.ts";

/** The history of expectations: one file for each calibration or override, beside the semantic bank. */
export type HistoryEntry = HistoryFile & { path: string };

/** Every file of a bank's history, oldest first: by the version inside, then by name. */
export function loadHistory(dir: string): HistoryEntry[] {
  if (!exists(dir)) return [];
  return listFolder(dir)
    .filter(({ name }) => /^expectations_.+\.json$/.test(name))
    .map(({ name }) => readEntry(join(dir, name)))
    .sort(
      (a, b) => Date.parse(a.version) - Date.parse(b.version) || byNumber.compare(stem(a.path), stem(b.path)),
    );
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
const stem = (path: string): string => path.replace(/\.json$/, "");

function readEntry(path: string): HistoryEntry {
  const { data, error } = historyFile.safeParse(readJson(path, (problem) => badHistory(path, problem)));
  if (!data)
    throw badHistory(
      path,
      error.issues
        .slice(0, 5)
        .map(({ path: at, message }) => `${at.join(".")}: ${message}`)
        .join("; "),
    );
  return { ...data, path };
}

const badHistory = (path: string, problem: string) =>
  new HarnessError({
    code: "damaged-file",
    message: `${path} cannot be read as a history of expectations: ${problem}`,
    remedy:
      "Fix the file, or restore it from a backup or version control. An unreadable history is never skipped.",
  });
