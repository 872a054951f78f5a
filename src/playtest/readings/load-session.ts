/** Sessions for people and numbers: what was played, with what its own reader found in it. Play itself loads the turns alone. */
import { dirname } from "node:path";
import type { Reading } from "../../contract/index.ts";
import { withReadings, type SessionState } from "../session/index.ts";
import { loadReadings, NONE, type StoredReadings } from "./reading-files.ts";
import * as turns from "../checkpoint/index.ts";

/** `played`: the turns alone. */
export type Loaded = turns.Loaded & { played: SessionState };

export const loadLatest = (dir: string): Loaded => read(turns.loadLatest(dir), dir);

/** The session as it stood after the turn of a `turn-N.json`, or of a file that `checkpoint --out` wrote. */
export function loadCheckpoint(path: string): Loaded {
  const loaded = turns.loadCheckpoint(path);
  return loaded.readings === undefined
    ? read(loaded, dirname(path))
    : { ...loaded, played: loaded.state, state: withReadings(loaded.state, loaded.readings) };
}

/** A session that was loaded before, with the turns and readings since then. Undefined: load it anew. */
export function loadNewTurns(dir: string, { played, state, chain, notes }: Loaded): Loaded | undefined {
  const loaded = turns.loadNewTurns(dir, { state: played, chain, notes });
  return loaded && read(loaded, dir, state.readings);
}

/** What a session's own reader made of it. */
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
