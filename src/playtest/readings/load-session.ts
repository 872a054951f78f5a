/** Sessions for people and numbers: the turns with their own reader's findings. Play itself loads only the turns. */
import { dirname } from "node:path";
import { formatVersion, lateReader, type Reading } from "../../contract/index.ts";
import { exists, readStoredJson, writeFileSafely } from "../../kernel/store/index.ts";
import { withReadings, type SessionState } from "../session/index.ts";
import { latePath, loadReadings, NONE, readersOf } from "./reading-files.ts";
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
  const { state: played, readings } = loaded;
  if (readings === undefined) return read(loaded, dirname(path));
  return { ...loaded, played, state: withReadings(asReadBy(played, readings[0]?.reader), readings) };
}

/** A reader's readings up to a checkpoint, in order: beside the turns, or inside a file with a whole checkpoint. */
export function readingsAt(checkpoint: string, reader: string): Reading[] {
  const { state, readings } = turns.loadCheckpoint(checkpoint);
  if (readings === undefined) return loadReadings(dirname(checkpoint), state, reader);
  return readings.filter((each) => each.reader === reader);
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
  return { ...loaded, state: asRead(played, { dir, known }), played };
}

/** With the findings of its own reader. If it has none, the first reader of `observe` counts as its own. */
export function asRead(
  played: SessionState,
  { dir, known }: { dir: string; known?: readonly Reading[] | undefined },
): SessionState {
  const state = played.config.observerModel === NONE ? asReadBy(played, lateReaderOf(dir)) : played;
  return withReadings(state, loadReadings(dir, played, state.config.observerModel, known));
}

const asReadBy = (played: SessionState, reader = played.config.observerModel): SessionState =>
  reader === played.config.observerModel
    ? played
    : { ...played, config: { ...played.config, observerModel: reader }, readAfterwards: true };

export function lateReaderOf(dir: string): string | undefined {
  const path = latePath(dir);
  if (!exists(path)) return undefined;
  const remedy = "Delete it, then repeat `observe` with the reader that counts.";
  const bad = (problem: string) => new turns.CheckpointError({ path, problem, remedy });
  return readStoredJson(path, lateReader, bad).reader;
}

/** For a session that was played without a reader. The first one stays. */
export async function saveLateReader(dir: string, reader: string): Promise<void> {
  if (exists(latePath(dir))) return;
  await writeFileSafely(latePath(dir), `${JSON.stringify({ version: formatVersion, reader })}\n`);
}

/** The session with the findings of each reader, its own first. */
export function allReadings(dir: string): SessionState[] {
  const { state, played } = loadLatest(dir);
  const others = readersOf(dir).filter((reader) => reader !== state.config.observerModel);
  return [
    state,
    ...others.map((reader) => withReadings(asReadBy(played, reader), loadReadings(dir, played, reader))),
  ];
}
