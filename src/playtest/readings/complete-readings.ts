import { basename, dirname, join } from "node:path";
import type { Reading } from "../../contract/index.ts";
import { createBudget, type Budget } from "../../kernel/budget/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { exists } from "../../kernel/store/index.ts";
import { openReader } from "./open-reader.ts";
import { loadReadings, NONE, readingPath, readTruth } from "./reading-files.ts";
import * as turns from "../checkpoint/index.ts";

export type CompleteOptions = {
  checkpoint: string;
  /** Who reads, where it is not the session's own reader. */
  reader?: string;
  secondLook?: string;
  /** What the missing readings may cost; without it, as much as the session may. */
  budget?: Budget;
  /** What recordings know it by. */
  session?: string;
  /** Read turns again that could not be read before. */
  again?: boolean;
  /** How long each reading is waited for, where it is not as long as while playing. */
  readWithinMs?: number;
  signal?: AbortSignal;
  onReading?: (reading: Reading) => void;
};

/**
 * The readings of all turns up to a checkpoint. Missing ones are made now and stored with the session, so that its
 * branches share them and no answer of its journal is paid for again. Its turns are not touched.
 */
export function completeReadings(harness: Harness, options: CompleteOptions): Promise<Reading[]> {
  const place = placeOf(options.checkpoint);
  const completed = (underWay.get(place) ?? Promise.resolve()).then(() => complete(harness, options));
  const settled = completed.then(
    () => {},
    () => {},
  );
  underWay.set(place, settled);
  void settled.then(() => underWay.get(place) === settled && underWay.delete(place));
  return completed;
}

/** Branches that begin at once wait for the first of them. */
const underWay = new Map<string, Promise<void>>();

async function complete(
  harness: Harness,
  {
    checkpoint,
    reader,
    secondLook,
    budget,
    session = "checkpoint",
    again = false,
    readWithinMs = harness.settings.readWithinMs,
    signal,
    onReading,
  }: CompleteOptions,
): Promise<Reading[]> {
  const { state } = turns.loadCheckpoint(checkpoint);
  const own = state.config.observerModel;
  const config = {
    ...state.config,
    observerModel: reader ?? own,
    secondLookModel: secondLook ?? state.config.secondLookModel,
  };
  if (config.observerModel === NONE) return [];
  const dir = placeOf(checkpoint);
  const stored = () =>
    readingsAt(checkpoint, config.observerModel).filter(({ status }) => status === "read" || !again);
  const before = stored();
  if (before.length === state.records.length) return before;
  const run = await harness.openRun(runFolder(dir, config.observerModel, own), {
    session,
    budget: budget ?? createBudget({ cap: config.budget, spent: 0 }),
  });
  try {
    const made = openReader({
      dir,
      gateway: run.gateway,
      catalog: harness.catalog,
      clock: harness.clock,
      config,
      // Under the lock: another process may have made them meanwhile.
      stored: stored(),
      again,
      truth: readTruth(dir),
      readWithinMs,
      signal,
      onReading,
    });
    made.follow(state);
    await made.join(state.turn);
    return made.readings();
  } finally {
    await run.close();
  }
}

/** What a reader has made of the turns up to a checkpoint, in their order: beside the turns, or in a checkpoint that is one file. */
export function readingsAt(checkpoint: string, reader: string): Reading[] {
  const { state, readings: inside = [] } = turns.loadCheckpoint(checkpoint);
  const kept = inside.filter((each) => each.reader === reader);
  const { readings } = loadReadings(placeOf(checkpoint), state, reader);
  const byTurn = new Map([...kept, ...readings].map((each) => [each.turn, each]));
  return [...byTurn.values()].toSorted((a, b) => a.turn - b.turn);
}

/** Beside the turns; a checkpoint that is one file has a folder of its own. */
const placeOf = (checkpoint: string): string =>
  /^turn-\d+\.json$/.test(basename(checkpoint))
    ? dirname(checkpoint)
    : join(dirname(checkpoint), `${basename(checkpoint).replace(/\.json$/, "")}-readings`);

/** The session's own journal, so that what it answered is known; another reader asks under the same names, in another journal. */
const runFolder = (dir: string, reader: string, own: string): string =>
  reader === own || !exists(join(dir, "calls.jsonl")) ? dir : dirname(readingPath(dir, reader, 1));
