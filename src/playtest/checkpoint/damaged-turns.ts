/** Damaged and missing turn files of a folder: the replacements, and what is still readable. */
import { basename } from "node:path";
import type { TurnFile, TurnRecord, TurnSnapshot } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { errnoOf, exists, readText } from "../../kernel/store/index.ts";
import { CheckpointError } from "./checkpoint-error.ts";
import { decodeTurnFile } from "./checkpoint-format.ts";
import { turnPath, turnsIn } from "./save-turn.ts";

/** Files that are damaged or missing although the last turn could be loaded: a later snapshot was used instead. */
export function damagedTurns(dir: string): string[] {
  const turns = turnsIn(dir);
  const last = turns.at(-1) ?? 0;
  const found: string[] = [];
  let snapshot: TurnSnapshot | undefined;
  let first = turns[0] ?? 0;
  for (let turn = last; turn >= first; turn -= 1) {
    const path = turnPath(dir, turn);
    const problem = exists(path) ? problemOf(path, (file) => (snapshot = file)) : "the file is missing";
    // If the first file is missing, the next snapshot identifies it.
    first = Math.min(first, snapshot?.first?.turn ?? first);
    if (problem !== undefined)
      found.unshift(`${basename(path)} cannot be used: ${problem}.${insteadOf(turn, snapshot)}`);
  }
  return found;
}

/** What is readable in a folder if its last turn cannot be loaded. For display, not for resuming. */
export type Salvaged = {
  sessionId?: string;
  start?: TurnSnapshot["start"];
  /** The file that replaced the first as the source of `start`. */
  startFrom?: string;
  records: TurnRecord[];
  broken: Array<{ file: string; turn: number; problem: string }>;
};

/** All at once. `salvageSteps` reads one file per step, for callers that must not block. */
export function salvageTurns(dir: string): Salvaged {
  const steps = salvageSteps(dir);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export function* salvageSteps(dir: string): Generator<void, Salvaged, void> {
  const turns = turnsIn(dir);
  const [first, last] = [turns[0] ?? 0, turns.at(-1) ?? -1];
  const records = new Map<number, TurnRecord>();
  const broken: Salvaged["broken"] = [];
  let sessionId: string | undefined;
  let start: TurnSnapshot["start"];
  let startFrom: string | undefined;
  for (let turn = first; turn <= last; turn += 1) {
    yield;
    const path = turnPath(dir, turn);
    try {
      const file = readTurn(path);
      sessionId ??= file.sessionId;
      if (file.sessionId !== sessionId || file.turn !== turn)
        throw new CheckpointError({ path, problem: "it belongs to another session or turn" });
      if (file.kind === "snapshot") start ??= file.start;
      if (file.kind === "snapshot" && !start && file.first) {
        start = file.first.start;
        startFrom = basename(path);
        for (const record of file.first.records) records.set(record.turn, record);
        if (file.first.turn < first)
          broken.unshift({
            file: basename(turnPath(dir, file.first.turn)),
            turn: file.first.turn,
            problem: "the file is missing",
          });
      }
      for (const record of file.kind === "turn" ? [file.record] : file.records)
        records.set(record.turn, record);
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      broken.push({
        file: basename(path),
        turn,
        problem: error instanceof CheckpointError ? error.facts.problem : error.message,
      });
    }
  }
  return {
    sessionId,
    start,
    startFrom,
    records: [...records.values()].sort((a, b) => a.turn - b.turn),
    broken,
  };
}

function insteadOf(turn: number, snapshot: TurnSnapshot | undefined): string {
  if (snapshot === undefined) return "";
  const file = basename(turnPath("", snapshot.turn));
  return snapshot.first?.turn === turn
    ? ` The session's start is read from ${file}.`
    : ` Its turn is read from ${file}.`;
}

function problemOf(path: string, onSnapshot: (file: TurnSnapshot) => void): string | undefined {
  try {
    const { file } = decodeTurnFile(readText(path), path);
    if (file.kind === "snapshot") onSnapshot(file);
    return undefined;
  } catch (error) {
    if (error instanceof CheckpointError) return error.facts.problem;
    const errno = errnoOf((error as Error).cause);
    if (errno === undefined) throw error;
    return `it cannot be read (${errno})`;
  }
}

function readTurn(path: string): TurnFile {
  if (!exists(path)) throw new CheckpointError({ path, problem: "the file is missing" });
  return decodeTurnFile(readText(path), path).file;
}
