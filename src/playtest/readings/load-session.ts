/** Sessions for people and numbers: the turns with their own reader's findings. Play itself loads only the turns. */
import { dirname } from "node:path";
import type { Reading } from "../../contract/index.ts";
import { withReadings, type SessionState } from "../session/index.ts";
import { loadReadings, NONE, type StoredReadings } from "./reading-files.ts";
import * as turns from "../checkpoint/index.ts";

/** `played`: only the turns. */
export type Loaded = turns.Loaded & { played: SessionState };

export const loadLatest = (dir: string): Loaded => read(turns.loadLatest(dir), dir);

/** The session after the turn of a `turn-N.json`, or of a file that `checkpoint --out` wrote. */
export function loadCheckpoint(path: string): Loaded {
  const loaded = turns.loadCheckpoint(path);
  return loaded.readings === undefined
    ? read(loaded, dirname(path))
    : { ...loaded, played: loaded.state, state: withReadings(loaded.state, loaded.readings) };
}

/** A session loaded before, with the turns and readings since then. Undefined: load it again. */
export function loadNewTurns(dir: string, { played, state, chain, notes }: Loaded): Loaded | undefined {
  const loaded = turns.loadNewTurns(dir, { state: played, chain, notes });
  return loaded && read(loaded, dir, state.readings);
}

/** The readings of a session's own reader. */
export const storedReadings = (
  dir: string,
  state: SessionState,
  known?: readonly Reading[],
): StoredReadings =>
  state.config.observerModel === NONE
    ? { readings: [], notes: [] }
    : loadReadings(dir, state, state.config.observerModel, known);

function read(loaded: turns.Loaded, dir: string, known?: readonly Reading[]): Loaded {
  const { readings, notes } = storedReadings(dir, loaded.state, known);
  const state = withReadings(loaded.state, readings);
  return { ...loaded, state, played: loaded.state, notes: [...loaded.notes, ...notes] };
}
