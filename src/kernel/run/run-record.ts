import { existsSync } from "node:fs";
import { join } from "node:path";
import { runRecord, type RunRecord } from "../../contract/index.ts";
import { HarnessError } from "../errors/index.ts";
import { createFold, foldJournal, lostSince, type LostCalls } from "../journal/index.ts";
import { readJson, writeFileSafely } from "../store/index.ts";
import { JOURNAL_FILE } from "./open-run.ts";

const FILE = "run.json";

/** What a run without turns began with; undefined: there is none, or it is from before that was kept. */
export function readRunRecord(dir: string): RunRecord | undefined {
  const path = join(dir, FILE);
  if (!existsSync(path)) return undefined;
  const bad = (problem: string) =>
    new HarnessError({
      code: "bad-run",
      message: `${path} is damaged: ${problem}.`,
      remedy: "Restore it from a backup, or start a new run with --fresh.",
    });
  const { data, error } = runRecord.safeParse(readJson(path, bad));
  if (!data) throw bad(error.issues[0]?.message ?? "unexpected format");
  return data;
}

export const writeRunRecord = (dir: string, record: RunRecord): Promise<void> =>
  writeFileSafely(join(dir, FILE), `${JSON.stringify(record)}\n`);

/** What the journal of a run lacks of what its record knows. */
export function lostFromRun(dir: string, { journal }: RunRecord): LostCalls | undefined {
  const path = join(dir, JOURNAL_FILE);
  const isThere = existsSync(path);
  const lost = lostSince(journal, (isThere ? foldJournal(path).fold : createFold()).all(), path);
  // The record is written after the journal was opened.
  return lost ?? (isThere ? undefined : { path, attempts: 1, accepted: 0 });
}
