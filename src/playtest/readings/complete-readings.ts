import { basename, dirname, join } from "node:path";
import type { Reading, SessionConfig } from "../../contract/index.ts";
import { createBudget, type Budget } from "../../kernel/budget/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { exists } from "../../kernel/store/index.ts";
import { isComplete, openReader } from "./open-reader.ts";
import { readTruth } from "../house/index.ts";
import { loadReadings, NONE, readingPath } from "./reading-files.ts";
import * as turns from "../checkpoint/index.ts";

type CompleteOptions = {
  checkpoint: string;
  /** The reader, if not the session's own. */
  reader?: string;
  secondLook?: string;
  /** The user's own kinds, if not the session's. */
  findings?: SessionConfig["findings"];
  /** The budget of the missing readings; by default the session's. */
  budget?: Budget;
  /** Its name in recordings. */
  session?: string;
  /** The timeout of each reading, if not the one during play. */
  readWithinMs?: number;
  signal?: AbortSignal;
  onReading?: (reading: Reading) => void;
};

/**
 * The readings of all turns up to a checkpoint. Missing ones are made now and stored with the session, so that its
 * branches share them and no journaled answer is paid for again. Its turns are not changed.
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

/** Branches that start together wait for the first of them. */
const underWay = new Map<string, Promise<void>>();

async function complete(
  harness: Harness,
  {
    checkpoint,
    reader,
    secondLook,
    findings,
    budget,
    session = "checkpoint",
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
    // The session's own reader is asked as during play: its answers may be in the journal.
    ...((reader ?? own) !== own && { findings: findings ?? state.config.findings, stopOn: undefined }),
  };
  if (config.observerModel === NONE) return [];
  const dir = placeOf(checkpoint);
  const stored = () => readingsAt(checkpoint, config.observerModel);
  const before = stored();
  if (before.filter(isComplete).length === state.records.length) return before;
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
      truth: readTruth(dir),
      readWithinMs,
      signal,
      onReading,
    });
    made.follow(state);
    await made.join();
    return made.readings();
  } finally {
    await run.close();
  }
}

/** A reader's readings up to a checkpoint, in order: beside the turns, or inside a single-file checkpoint. */
export function readingsAt(checkpoint: string, reader: string): Reading[] {
  const { state, readings: inside = [] } = turns.loadCheckpoint(checkpoint);
  const kept = inside.filter((each) => each.reader === reader);
  const readings = loadReadings(placeOf(checkpoint), state, reader);
  const byTurn = new Map([...kept, ...readings].map((each) => [each.turn, each]));
  return [...byTurn.values()].toSorted((a, b) => a.turn - b.turn);
}

/** Beside the turns; a single-file checkpoint has its own folder. */
const placeOf = (checkpoint: string): string =>
  /^turn-\d+\.json$/.test(basename(checkpoint))
    ? dirname(checkpoint)
    : join(dirname(checkpoint), `${basename(checkpoint).replace(/\.json$/, "")}-readings`);

/** The session's own journal, to reuse its answers; another reader uses the same call names in another journal. */
const runFolder = (dir: string, reader: string, own: string): string =>
  reader === own || !exists(join(dir, "calls.jsonl")) ? dir : dirname(readingPath(dir, reader, 1));
