import type { Reading } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { loadLatest, turnPath } from "../checkpoint/index.ts";
import { completeReadings } from "../readings/index.ts";

export type ReadOptions = {
  reader: string;
  budget?: Budget;
  signal?: AbortSignal;
  onReading?: (reading: Reading) => void;
};

/** Reads the turns of a session folder that this reader has not read. */
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
    // Nobody waits at a table.
    readWithinMs: Infinity,
  });
}
