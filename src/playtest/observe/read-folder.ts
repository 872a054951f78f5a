import type { Reading } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import type { ResolvedModel } from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { loadLatest, turnPath } from "../checkpoint/index.ts";
import { completeReadings } from "../readings/index.ts";

export type ReadOptions = {
  reader: string;
  budget?: Budget;
  signal?: AbortSignal;
  onReading?: (reading: Reading) => void;
};

/** The reader, and the model of the second look where that is another one. */
export const readingModels = (
  { catalog, settings: { secondLook } }: Pick<Harness, "catalog" | "settings">,
  reader: ResolvedModel,
): ResolvedModel[] => [reader, ...(secondLook === undefined ? [] : [catalog.resolve(secondLook)])];

/** Before the first call: keys, and prices under a budget. */
export const requireReaders = (harness: Harness, reader: ResolvedModel, budget: number | undefined): void =>
  harness.requireReady(
    readingModels(harness, reader).map((model) => ({ role: "observer", model })),
    budget,
  );

/** Reads the turns of a session folder that this reader has not read, and again those that failed. */
export async function readFolder(
  harness: Harness,
  dir: string,
  { reader, ...rest }: ReadOptions,
): Promise<void> {
  const { state } = loadLatest(dir);
  await completeReadings(harness, {
    ...rest,
    checkpoint: turnPath(dir, state.turn),
    reader,
    secondLook: harness.settings.secondLook ?? reader,
    session: `observe/${state.sessionId}`,
    again: true,
    // Nobody waits at a table.
    readWithinMs: Infinity,
  });
}
