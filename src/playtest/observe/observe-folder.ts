/** Reads session folders after they were played, here or elsewhere. */
import { dirname, join } from "node:path";
import type { Reading, SessionResult } from "../../contract/index.ts";
import { createBudget, type Budget } from "../../kernel/budget/index.ts";
import { callText, HarnessError, optionText } from "../../kernel/errors/index.ts";
import { foldJournal } from "../../kernel/journal/index.ts";
import type { ResolvedModel } from "../../kernel/models/index.ts";
import { JOURNAL_FILE, type Harness } from "../../kernel/run/index.ts";
import { exists, makeFolder } from "../../kernel/store/index.ts";
import { isSessionFolder, loadLatest } from "../checkpoint/index.ts";
import { readResult, refreshSession } from "../library/index.ts";
import { journalCosts, writeResult } from "../play/index.ts";
import { readerTurnOf, type ReaderTurn } from "../reader/index.ts";
import { readTruth, TRUTH_FILE } from "../house/index.ts";
import { HOUSE, isComplete, loadReadings, NONE, openReader, readingPath } from "../readings/index.ts";
import { ownPart, withReadings } from "../session/index.ts";
import { observedSession } from "./classify-transcript.ts";
import type { Transcript } from "./transcript-file.ts";

export type Observed = {
  dir: string;
  result: SessionResult;
  readings: readonly Reading[];
  /** Turns that were read. */
  read: number;
  /** Why it stopped before all turns were read. */
  stopped?: HarnessError;
};

/** Reads the turns of a session folder that this reader has not read, and writes its result and report. */
export async function observeFolder(
  harness: Harness,
  dir: string,
  { reader, ...options }: ReadOptions,
): Promise<Observed> {
  const { state } = loadLatest(dir);
  if (reader === HOUSE && !exists(join(dir, TRUTH_FILE)))
    throw new HarnessError({
      code: "wrong-model",
      option: "observer",
      message: `${dir} has no ${TRUTH_FILE}: the house reader finds only faults planted by house narrators.`,
      remedy: `Choose a model with ${optionText("observer")}; ${callText("models")} lists them.`,
    });
  let stopped: HarnessError | undefined;
  try {
    await readFolder(harness, dir, { reader, ...options });
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    stopped = error;
  }
  const readings = loadReadings(dir, state, reader);
  const read = readings.filter(({ status }) => status === "read").length;
  const written = await writeReading(harness, dir, reader);
  return { ...written, readings, read, stopped };
}

/**
 * The session's own reader writes the main files; another one gets files of its own, beside its readings. The first
 * one of a session that was played without a reader writes both.
 */
async function writeReading(
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
      message: `${dir} is still being played.`,
      remedy: "Try again when the session has ended.",
      exit: 3,
    });
  }
  const own = dirname(readingPath(dir, reader, 1));
  makeFolder(own);
  const state = withReadings(
    {
      ...played,
      config: {
        ...played.config,
        observerModel: reader,
        findings: harness.settings.findings ?? played.config.findings,
      },
      readAfterwards: true,
    },
    loadReadings(dir, played, reader),
  );
  const journal = join(own, JOURNAL_FILE);
  const paid = exists(journal) ? journal : join(dir, JOURNAL_FILE);
  const { catalog, settings } = harness;
  const totals = foldJournal(paid).totals();
  const result = readResult(dir, { state, totals, catalog, budget: settings.budget });
  await writeResult({ state, result: { ...result, dir: own }, costs: journalCosts(paid, dir) });
  const isFirst = played.config.observerModel === NONE && result.read?.source !== undefined;
  const whole = isFirst ? await refreshSession(harness, dir, { lateReader: reader }) : undefined;
  return whole?.read?.asked === reader ? { dir, result } : { dir: own, result: { ...result, dir: own } };
}

export type ReadOptions = {
  reader: string;
  budget?: Budget;
  signal?: AbortSignal;
  onReading?: (reading: Reading) => void;
};

/** The reader, and the second look's model if different. */
export const readingModels = (
  { catalog, settings: { secondLook } }: Pick<Harness, "catalog" | "settings">,
  reader: ResolvedModel,
): ResolvedModel[] => [reader, ...(secondLook === undefined ? [] : [catalog.resolve(secondLook)])];

/** Before the first call: keys, and prices under a budget. */
export const requireReaders = (
  harness: Harness,
  { reader, classifier }: { reader: ResolvedModel; classifier?: ResolvedModel },
  budget: number | undefined,
): void =>
  harness.requireReady(
    [
      ...(classifier ? [{ role: "classifier" as const, model: classifier }] : []),
      ...readingModels(harness, reader).map((model) => ({ role: "observer" as const, model })),
    ],
    budget,
  );

/** Reads the turns of a session folder that this reader has not read, and again those that failed. */
async function readFolder(
  harness: Harness,
  dir: string,
  { reader, budget, signal, onReading }: ReadOptions,
): Promise<void> {
  if (turnsToRead(dir, reader).length === 0) return;
  const { state } = loadLatest(dir);
  const isOwn = reader === state.config.observerModel;
  const { secondLook = reader, findings = state.config.findings } = harness.settings;
  const config = {
    ...state.config,
    observerModel: reader,
    secondLookModel: secondLook,
    // The session's own reader is asked as during play: its answers may be in the journal.
    findings: isOwn ? state.config.findings : findings,
    stopOn: isOwn ? state.config.stopOn : undefined,
  };
  // The session's own journal, to reuse its answers; another reader uses the same call names in another journal.
  const run = await harness.openRun(isOwn ? dir : dirname(readingPath(dir, reader, 1)), {
    session: observedSession(state.sessionId),
    budget: budget ?? createBudget({ cap: config.budget, spent: 0 }),
  });
  try {
    const made = openReader({
      dir,
      gateway: run.gateway,
      catalog: harness.catalog,
      config,
      // Under the lock: another process may have made them meanwhile.
      stored: loadReadings(dir, state, reader),
      truth: readTruth(dir),
      signal,
      onReading,
    });
    made.follow(state);
    await made.join();
  } finally {
    await run.close();
  }
}

/** The turns that a reader has not read yet. `transcript`: the content of a folder that does not exist yet. */
export function turnsToRead(dir: string, reader: string, transcript?: Transcript): readonly ReaderTurn[] {
  if (transcript && !isSessionFolder(dir)) return transcript.turns;
  const { state } = loadLatest(dir);
  const read = new Set(
    loadReadings(dir, state, reader)
      .filter(isComplete)
      .map(({ turn }) => turn),
  );
  const turns = transcript?.turns ?? ownPart(state).records.map(readerTurnOf);
  return turns.filter(({ turn }) => !read.has(turn));
}

/** The turns of a transcript that its folder does not hold yet. */
export const unstoredTurns = (dir: string, { turns }: Transcript): readonly ReaderTurn[] =>
  isSessionFolder(dir) ? turns.slice(loadLatest(dir).state.turn) : turns;

/** The maximum cost of reading a session so far, in US dollars. */
export function spentOnReading(dir: string, reader: string): number {
  if (!isSessionFolder(dir)) return 0;
  const isOwn = loadLatest(dir).state.config.observerModel === reader;
  // The cost of playing is not the reader's.
  if (isOwn && loadLatest(dir).state.config.origin === undefined) return 0;
  const path = join(isOwn ? dir : dirname(readingPath(dir, reader, 1)), JOURNAL_FILE);
  return exists(path) ? foldJournal(path).atMostSpent() : 0;
}
