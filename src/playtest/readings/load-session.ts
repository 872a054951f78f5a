/** Sessions for people and numbers: the turns with their own reader's findings. Play itself loads only the turns. */
import { dirname } from "node:path";
import type { Reading } from "../../contract/index.ts";
import { withReadings, type SessionState } from "../session/index.ts";
import { loadReadings } from "./reading-files.ts";
import * as turns from "../checkpoint/index.ts";

/** `played`: only the turns. */
export type Loaded = turns.Loaded & { played: SessionState };
export type Readable = turns.Readable & { played: SessionState };

export const loadLatest = (dir: string): Loaded => read(turns.loadLatest(dir), dir);

/** For showing a session: everything before the first turn that cannot be read. */
export const loadReadable = (dir: string): Readable => read(turns.loadReadable(dir), dir);

/** The session after the turn of a `turn-N.json`, or of a file that `export --checkpoint` wrote. */
export function loadCheckpoint(path: string): Loaded {
  const loaded = turns.loadCheckpoint(path);
  return loaded.readings === undefined
    ? read(loaded, dirname(path))
    : { ...loaded, played: loaded.state, state: withReadings(loaded.state, loaded.readings) };
}

/** A session loaded before, with the turns and readings since then. Undefined: load it again. */
export function loadNewTurns(dir: string, { played, state, chain }: Loaded): Readable | undefined {
  const loaded = turns.loadNewTurns(dir, { state: played, chain });
  return loaded && read(loaded, dir, state.readings);
}

function read<Turns extends turns.Loaded>(
  loaded: Turns,
  dir: string,
  known?: readonly Reading[],
): Turns & { played: SessionState } {
  const { state: played } = loaded;
  const readings = loadReadings(dir, played, played.config.observerModel, known);
  return { ...loaded, state: withReadings(played, readings), played };
}
