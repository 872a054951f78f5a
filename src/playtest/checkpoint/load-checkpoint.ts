import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type {
  Checkpoint,
  JournalMark,
  Reading,
  TurnFile,
  TurnRecord,
  TurnSnapshot,
} from "../../contract/index.ts";
import { fileError } from "../../kernel/store/index.ts";
import { foldSession, newSession, type SessionState } from "../session/index.ts";
import { CheckpointError } from "./checkpoint-error.ts";
import { recoverFirst, type Recovered } from "./recover-first.ts";
import { turnPath, type Chain } from "./save-turn.ts";
import { decodeTurnFile } from "./turn-file-format.ts";
import { turnsIn } from "./turns-in.ts";
import { decodeWholeFile } from "./whole-file-format.ts";

export type Loaded = {
  state: SessionState;
  chain: Chain;
  /** Which file could not be used, and what was used instead. */
  notes: string[];
  /** Those that a self-contained file carries. */
  readings?: Reading[];
};

/** The session as it stood after the turn of a `turn-N.json`, or of a file that `checkpoint --out` wrote. */
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
      problem: `it is turn ${last.file.turn} under another name`,
      remedy: `Name it turn-${last.file.turn}.json, beside the other turns of its session.`,
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

/** What the journal held when a turn was saved; undefined: the file is from before that was kept. */
export function markAt(dir: string, turn: number): JournalMark | undefined {
  const path = turnPath(dir, turn);
  return decodeTurnFile(read(path), path).file.journal;
}

/** The last turn of a session folder. */
export function loadLatest(dir: string): Loaded {
  if (statSync(dir, { throwIfNoEntry: false })?.isFile())
    throw new CheckpointError({
      path: dir,
      problem: "it is a file",
      remedy: `Name the folder of the session: ${dirname(dir)}`,
    });
  const turns = turnsIn(dir);
  if (turns.length === 0)
    throw new CheckpointError({
      path: dir,
      problem: "there is no turn-N.json in it",
      remedy: "Name the folder of a session.",
    });
  try {
    return loadCheckpoint(turnPath(dir, turns.at(-1)!));
  } catch (error) {
    throw error instanceof CheckpointError ? withWayBack(error, turnPath(dir, turns[0]!)) : error;
  }
}

/** Turns are made of answers that the journal keeps: a damaged one can be played again for nothing. Not so the first, which holds the config. */
function withWayBack(error: CheckpointError, first: string): CheckpointError {
  const { path, remedy } = error.facts;
  if (remedy !== undefined || path === first) return error;
  return new CheckpointError({
    ...error.facts,
    remedy:
      "Delete it and the turns after it, and resume: what was answered is in calls.jsonl and is not asked for again.",
  });
}

/** The file that another goes on from: the one it was chained to, and no other. */
function before(
  folder: string,
  { turn, sessionId, kind }: TurnFile,
  needed: { turn: number; checksum: string | undefined; notes: string[] },
): { file: TurnFile; checksum: string } {
  const path = turnPath(folder, needed.turn);
  try {
    if (!existsSync(path)) {
      throw new CheckpointError({
        path: turnPath(folder, turn),
        problem: `it holds ${kind === "turn" ? "one turn" : "some turns"}, and turn-${needed.turn}.json is not beside it`,
        remedy:
          "Use it inside its session folder, or use a self-contained file from `rehearse checkpoint --out`.",
      });
    }
    const { file, checksum } = decodeTurnFile(read(path), path);
    if (checksum !== needed.checksum || file.sessionId !== sessionId)
      throw new CheckpointError({ path, problem: "it does not fit the turn after it" });
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
      problem: "it is no snapshot, and the one after it goes on from one",
    });
  return file;
}

function read(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new CheckpointError({
      path,
      problem: "it is a folder",
      remedy: `Name one of its turns: ${join(path, "turn-N.json")}`,
    });
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw fileError(error, { doing: "read", path });
  }
}

const fromWhole = ({ sessionId, sessionConfig, branchedFrom, records }: Checkpoint): SessionState =>
  foldSession(newSession({ sessionId, config: sessionConfig, branchedFrom }), records);

export const isSessionFolder = (dir: string): boolean =>
  existsSync(dir) && existsSync(join(dir, "calls.jsonl"));
