import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionResult } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { foldJournal } from "../../kernel/journal/index.ts";
import { JOURNAL_FILE, type Harness } from "../../kernel/run/index.ts";
import { makeFolder, writeFileSafely, writeVersionedFile } from "../../kernel/store/index.ts";
import { loadLatest } from "../checkpoint/index.ts";
import { readResult, refreshSession } from "../library/index.ts";
import { HOUSE, loadReadings, readingPath, TRUTH_FILE } from "../readings/index.ts";
import { sessionReport } from "../report/index.ts";
import { withReadings } from "../session/index.ts";
import { readFolder, type ReadOptions } from "./read-folder.ts";

export type Observed = {
  /** Where result and report are: the session's folder, or the reader's below it. */
  dir: string;
  result: SessionResult;
  read: number;
  /** Why it stopped before all turns were read. */
  stopped?: HarnessError;
};

/** Reads the turns of a session folder that this reader has not read, and writes result and report as it sees them. */
export async function observeFolder(
  harness: Harness,
  dir: string,
  { reader, ...options }: ReadOptions,
): Promise<Observed> {
  const { state } = loadLatest(dir);
  if (reader === HOUSE && !existsSync(join(dir, TRUTH_FILE)))
    throw new HarnessError({
      code: "no-truth",
      message: `${dir} has no ${TRUTH_FILE}: the house reader reads only what house narrators planted.`,
      remedy: "Name a model with --observer: `rehearse models` lists them.",
    });
  let stopped: HarnessError | undefined;
  try {
    await readFolder(harness, dir, { reader, ...options });
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    stopped = error;
  }
  const { readings } = loadReadings(dir, state, reader);
  const read = readings.filter(({ status }) => status === "read").length;
  const written = await writeResult(harness, dir, reader);
  return { ...written, read, ...(stopped && { stopped }) };
}

/** The session's own reader is shown by its own files; another one gets files of its own, beside its readings. */
async function writeResult(
  harness: Harness,
  dir: string,
  reader: string,
): Promise<Pick<Observed, "dir" | "result">> {
  const { state: played } = loadLatest(dir);
  if (played.config.observerModel === reader) {
    const result = await refreshSession(harness, dir);
    if (result) return { dir, result };
    throw new HarnessError({
      code: "folder-locked",
      message: `${dir} is being played.`,
      remedy: "Try again when the session has ended.",
      exit: 3,
    });
  }
  const own = dirname(readingPath(dir, reader, 1));
  makeFolder(own);
  const state = withReadings(
    { ...played, config: { ...played.config, observerModel: reader } },
    loadReadings(dir, played, reader).readings,
  );
  const journal = join(own, JOURNAL_FILE);
  const { fold } = foldJournal(existsSync(journal) ? journal : join(dir, JOURNAL_FILE));
  const result = {
    ...readResult(dir, { state, totals: fold.totals(), catalog: harness.catalog }),
    dir: own,
  };
  await writeVersionedFile(join(own, "session.json"), `${JSON.stringify(result, null, 2)}\n`);
  await writeFileSafely(join(own, "report.md"), sessionReport({ state, result }));
  return { dir: own, result };
}
