/** Reads a session from its turn files, in order from the first: it is readable up to the first file that is not whole. */
import { basename, dirname, join } from "node:path";
import type { Checkpoint, JournalMark, Reading, TurnFile } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { exists, fileInfo, readStored, refuseLinks } from "../../kernel/store/index.ts";
import { applyTurn, foldSession, newSession, type SessionState } from "../session/index.ts";
import { CheckpointError, decodeTurnFile, decodeWholeFile } from "./checkpoint-format.ts";
import { turnPath, turnsIn, type Chain } from "./save-turn.ts";

export type Loaded = {
  state: SessionState;
  chain: Chain;
  /** Those in a self-contained file. */
  readings?: Reading[];
};

/** The turns before the first that cannot be read. */
export type Readable = Loaded & { /** Absent: all turns are readable. */ unreadable?: HarnessError };

/** The session after the turn of a `turn-N.json`, or of a file that `export --checkpoint` wrote. */
export function loadCheckpoint(path: string): Loaded {
  const text = readCheckpointText(path);
  const whole = decodeWholeFile(text, path);
  if (whole) return { state: fromWhole(whole), chain: "", readings: whole.readings ?? [] };
  const { file } = decodeTurnFile(text, path);
  if (basename(path) !== `turn-${file.turn}.json`)
    throw new CheckpointError({
      path,
      problem: `it contains turn ${file.turn}`,
      remedy: `Rename it to turn-${file.turn}.json, in the folder of its session.`,
    });
  return requireAll(readTurns(dirname(path), file.turn));
}

/** The journal when a turn was saved. */
export function markAt(dir: string, turn: number): JournalMark | undefined {
  return decoded(turnPath(dir, turn)).file.journal;
}

export const loadLatest = (dir: string): Loaded => requireAll(loadReadable(dir));

/** For showing a session: everything before the first turn that cannot be read. Throws if that is the first file. */
export function loadReadable(dir: string): Readable {
  if (fileInfo(dir)?.kind === "file")
    throw new CheckpointError({
      path: dir,
      problem: "it is a file, not a folder",
      remedy: isSessionFolder(dirname(dir))
        ? `Give the folder of the session: ${dirname(dir)}`
        : "Give the folder of a session.",
    });
  return readTurns(dir);
}

/**
 * A loaded session with the turns played since, without folding the others again. Undefined: the files do not continue
 * it, so load it again.
 */
export function loadNewTurns(dir: string, { state, chain }: Loaded): Readable | undefined {
  const last = turnsIn(dir).at(-1) ?? -1;
  if (last < state.turn || decoded(turnPath(dir, state.turn)).checksum !== chain) return undefined;
  return continued(dir, { state, chain }, last);
}

function requireAll({ unreadable, ...loaded }: Readable): Loaded {
  if (unreadable) throw unreadable;
  return loaded;
}

function readTurns(dir: string, last?: number): Readable {
  const turns = turnsIn(dir);
  const [first] = turns;
  if (first === undefined)
    throw new CheckpointError({
      code: "wrong-folder",
      path: dir,
      problem: "it contains no turn-N.json",
      remedy: "Give the folder of a session.",
    });
  refuseLinks(dir);
  const path = turnPath(dir, first);
  const { file, checksum } = decoded(path);
  if (file.kind !== "start" || file.turn !== first)
    throw new CheckpointError({
      path,
      problem: `it contains only turn ${file.turn}, and turn-${first - 1}.json is missing`,
      remedy:
        "Restore the missing file from a copy, or use a self-contained file from `rehearse export DIR --checkpoint N`.",
    });
  const { sessionId, config, branchedFrom, records } = file;
  const state = foldSession(newSession({ sessionId, config, branchedFrom }), records);
  return continued(dir, { state, chain: checksum }, last ?? turns.at(-1)!);
}

function continued(dir: string, loaded: Loaded, last: number): Readable {
  let { state, chain } = loaded;
  try {
    while (state.turn < last) ({ state, chain } = withNextTurn(dir, { state, chain }));
    return { state, chain };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return { state, chain, unreadable: error };
  }
}

function withNextTurn(dir: string, { state, chain }: Loaded): Loaded {
  const turn = state.turn + 1;
  const path = turnPath(dir, turn);
  if (!exists(path)) throw new CheckpointError({ path, problem: "it is missing" });
  const { file, checksum } = decoded(path);
  // Files of another session or another branch do not fit the chain.
  if (file.kind !== "turn" || file.turn !== turn || file.record.turn !== turn)
    throw new CheckpointError({ path, problem: `it contains turn ${file.turn}` });
  if (file.sessionId !== state.sessionId)
    throw new CheckpointError({ path, problem: `it belongs to the session ${file.sessionId}` });
  if (file.previous !== chain)
    throw new CheckpointError({ path, problem: `it does not follow turn-${turn - 1}.json` });
  return { state: applyTurn(state, file.record), chain: checksum };
}

const decoded = (path: string): { file: TurnFile; checksum: string } =>
  decodeTurnFile(readCheckpointText(path), path);

function readCheckpointText(path: string): string {
  if (fileInfo(path)?.kind === "folder")
    throw new CheckpointError({
      path,
      problem: "it is a folder, not a file",
      remedy: `Give one of its turns: ${join(path, "turn-N.json")}`,
    });
  return readStored(path);
}

const fromWhole = ({ sessionId, sessionConfig, branchedFrom, records }: Checkpoint): SessionState =>
  foldSession(newSession({ sessionId, config: sessionConfig, branchedFrom }), records);

export const isSessionFolder = (dir: string): boolean => exists(join(dir, "calls.jsonl"));
