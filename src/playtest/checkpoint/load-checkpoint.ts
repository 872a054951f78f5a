/** Reads a session from its turn files: back to the nearest snapshot with the config, and every turn after it. */
import { basename, dirname, join } from "node:path";
import type {
  Checkpoint,
  JournalMark,
  Reading,
  TurnFile,
  TurnRecord,
  TurnSnapshot,
} from "../../contract/index.ts";
import { exists, fileInfo, readText } from "../../kernel/store/index.ts";
import { applyTurn, foldSession, newSession, type SessionState } from "../session/index.ts";
import { CheckpointError, NewerCheckpointError } from "./checkpoint-error.ts";
import { decodeTurnFile, decodeWholeFile } from "./checkpoint-format.ts";
import { SNAPSHOT_EVERY, turnPath, turnsIn, type Chain } from "./save-turn.ts";

export type Loaded = {
  state: SessionState;
  chain: Chain;
  /** The unusable file, and its replacement. */
  notes: string[];
  /** Those in a self-contained file. */
  readings?: Reading[];
};

/** The session after the turn of a `turn-N.json`, or of a file that `checkpoint --out` wrote. */
export function loadCheckpoint(path: string): Loaded {
  const folder = dirname(path);
  const notes: string[] = [];
  const last = open(path, notes);
  if ("whole" in last)
    return {
      state: fromWhole(last.whole),
      chain: { previous: "", snapshot: { checksum: "", turn: last.whole.turn } },
      notes: [],
      readings: last.whole.readings ?? [],
    };
  if (basename(path) !== `turn-${last.file.turn}.json`)
    throw new CheckpointError({
      path,
      problem: `it contains turn ${last.file.turn}`,
      remedy: `Rename it to turn-${last.file.turn}.json, in the folder of its session.`,
    });

  const records: TurnRecord[] = [];
  let { file, checksum } = last;
  // Back to the nearest snapshot; files of another session or another branch do not fit the chain.
  while (file.kind === "turn") {
    records.unshift(file.record);
    ({ file, checksum } = before(folder, file, { turn: file.turn - 1, checksum: file.previous, notes }));
  }
  const snapshot = { checksum, turn: file.turn, ...(file.start && { isFirst: true as const }) };
  let first: TurnSnapshot = file;
  records.unshift(...first.records);
  // From snapshot to snapshot, back to the one with the config.
  while (!first.start) {
    first = snapshotBefore(folder, first, notes);
    records.unshift(...first.records);
  }
  const start = newSession({ sessionId: first.sessionId, ...first.start });
  return { state: foldSession(start, records), chain: { previous: last.checksum, snapshot }, notes };
}

type Opened = { whole: Checkpoint } | { file: TurnFile; checksum: string };

function open(path: string, notes: string[]): Opened {
  try {
    const text = read(path);
    const whole = decodeWholeFile(text, path);
    return whole ? { whole } : decodeTurnFile(text, path);
  } catch (error) {
    const turn = /^turn-(\d+)\.json$/.exec(basename(path))?.[1];
    if (turn === undefined) throw error;
    return noted(recoverFirst(dirname(path), { turn: Number(turn) }, error), notes);
  }
}

function noted({ note, ...found }: Recovered, notes: string[]): { file: TurnFile; checksum: string } {
  notes.push(note);
  return found;
}

/** The journal when a turn was saved. Undefined: the file is older than these marks. */
export function markAt(dir: string, turn: number): JournalMark | undefined {
  return decoded(turnPath(dir, turn)).file.journal;
}

export function loadLatest(dir: string): Loaded {
  if (fileInfo(dir)?.kind === "file")
    throw new CheckpointError({
      path: dir,
      problem: "it is a file, not a folder",
      remedy: `Give the folder of the session: ${dirname(dir)}`,
    });
  const turns = turnsIn(dir);
  if (turns.length === 0)
    throw new CheckpointError({
      path: dir,
      problem: "it contains no turn-N.json",
      remedy: "Give the folder of a session.",
    });
  try {
    return loadCheckpoint(turnPath(dir, turns.at(-1)!));
  } catch (error) {
    throw error instanceof CheckpointError ? withWayBack(error, turnPath(dir, turns[0]!)) : error;
  }
}

/**
 * A loaded session with the turns played since, without folding the others again. Undefined: the files do not continue
 * it, so load it again.
 */
export function loadNewTurns(dir: string, { state, chain, notes }: Loaded): Loaded | undefined {
  const last = turnsIn(dir).at(-1) ?? -1;
  if (last < state.turn || decoded(turnPath(dir, state.turn)).checksum !== chain.previous) return undefined;
  let [now, { previous, snapshot }] = [state, chain];
  for (let turn = state.turn + 1; turn <= last; turn += 1) {
    const { file, checksum } = decoded(turnPath(dir, turn));
    const record = file.kind === "turn" ? file.record : file.records.at(-1);
    if (file.previous !== previous || file.sessionId !== state.sessionId || record?.turn !== turn)
      return undefined;
    now = applyTurn(now, record);
    previous = checksum;
    if (file.kind === "snapshot") snapshot = { checksum, turn };
  }
  return { state: now, chain: { previous, snapshot }, notes };
}

/**
 * A damaged turn can be replayed at no cost, because the journal keeps the answers. Not the first: it holds the config.
 */
function withWayBack(error: CheckpointError, first: string): CheckpointError {
  const { path, remedy } = error.facts;
  if (remedy !== undefined || path === first) return error;
  return new CheckpointError({
    ...error.facts,
    remedy:
      "Delete it and the turns after it, then resume: saved answers in calls.jsonl are reused at no cost.",
  });
}

/** The exact file that another is chained to. */
function before(
  folder: string,
  { turn, sessionId, kind }: TurnFile,
  needed: { turn: number; checksum: string | undefined; notes: string[] },
): { file: TurnFile; checksum: string } {
  const path = turnPath(folder, needed.turn);
  try {
    if (!exists(path)) {
      throw new CheckpointError({
        path: turnPath(folder, turn),
        problem: `it contains only ${kind === "turn" ? "one turn" : "some turns"}, and turn-${needed.turn}.json is missing`,
        remedy:
          "Use it inside its session folder, or use a self-contained file from `rehearse checkpoint --out`.",
      });
    }
    const { file, checksum } = decoded(path);
    if (checksum !== needed.checksum || file.sessionId !== sessionId)
      throw new CheckpointError({ path, problem: "it does not match the next turn" });
    return { file, checksum };
  } catch (error) {
    return noted(recoverFirst(folder, needed, error), needed.notes);
  }
}

function snapshotBefore(folder: string, snapshot: TurnSnapshot, notes: string[]): TurnSnapshot {
  const turn = (snapshot.records[0]?.turn ?? snapshot.turn) - 1;
  const { file } = before(folder, snapshot, { turn, checksum: snapshot.base, notes });
  if (file.kind !== "snapshot")
    throw new CheckpointError({
      path: turnPath(folder, turn),
      problem: "it is not a snapshot, but the next turn needs one",
    });
  return file;
}

type Recovered = { file: TurnSnapshot; checksum: string; note: string };

/**
 * The first file of a folder holds the config. If it is damaged or missing, the next snapshot has a copy. `checksum`:
 * that of the first file, if a later turn names it.
 */
function recoverFirst(
  folder: string,
  { turn, checksum }: { turn: number; checksum?: string },
  trouble: unknown,
): Recovered {
  if (!(trouble instanceof CheckpointError) || trouble instanceof NewerCheckpointError) throw trouble;
  const later = turnsIn(folder).filter((each) => each > turn && each % SNAPSHOT_EVERY === 0);
  for (const each of later) {
    const path = turnPath(folder, each);
    const file = snapshotAt(path);
    if (file?.first?.turn !== turn || (checksum !== undefined && file.base !== checksum)) continue;
    const { version, sessionId, base = "", first } = file;
    return {
      file: { version, kind: "snapshot", sessionId, previous: "", ...first },
      checksum: base,
      note: `turn-${turn}.json cannot be used: ${trouble.facts.problem}. The session's start is read from ${basename(path)}.`,
    };
  }
  throw trouble;
}

function snapshotAt(path: string): TurnSnapshot | undefined {
  try {
    const { file } = decoded(path);
    return file.kind === "snapshot" ? file : undefined;
  } catch (error) {
    if (error instanceof CheckpointError) return undefined; // Damaged as well: a later one may be readable.
    throw error;
  }
}

const decoded = (path: string): { file: TurnFile; checksum: string } => decodeTurnFile(read(path), path);

function read(path: string): string {
  if (fileInfo(path)?.kind === "folder")
    throw new CheckpointError({
      path,
      problem: "it is a folder, not a file",
      remedy: `Give one of its turns: ${join(path, "turn-N.json")}`,
    });
  return readText(path);
}

const fromWhole = ({ sessionId, sessionConfig, branchedFrom, records }: Checkpoint): SessionState =>
  foldSession(newSession({ sessionId, config: sessionConfig, branchedFrom }), records);

export const isSessionFolder = (dir: string): boolean => exists(join(dir, "calls.jsonl"));
