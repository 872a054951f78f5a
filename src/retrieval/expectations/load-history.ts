import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { historyFile, type HistoryFile } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileError, readJson } from "../../kernel/store/index.ts";

/** A history file as it was read. */
export type HistoryEntry = HistoryFile & { path: string };

/** expectations_2026-03-02, …_2, …_10: as they were written. */
const inOrder = new Intl.Collator("en", { numeric: true });
const stem = (path: string): string => path.replace(/\.json$/, "");

const NAME = /^expectations_.+\.json$/;

/** Every file of a bank's history, oldest first: by the version inside, and by name where two have the same. */
export function loadHistory(dir: string): HistoryEntry[] {
  if (!existsSync(dir)) return [];
  return names(dir)
    .map((name) => readEntry(join(dir, name)))
    .sort(
      (a, b) => Date.parse(a.version) - Date.parse(b.version) || inOrder.compare(stem(a.path), stem(b.path)),
    );
}

function names(dir: string): string[] {
  try {
    return readdirSync(dir).filter((name) => NAME.test(name));
  } catch (error) {
    throw fileError(error, { doing: "read", path: dir });
  }
}

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
    code: "bad-history",
    message: `${path} cannot be read as a history of expectations: ${problem}`,
    remedy: "History is never skipped: mend the file, or take it from your backup or version control.",
  });
