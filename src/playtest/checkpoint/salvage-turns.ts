import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { TurnFile, TurnRecord, TurnSnapshot } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { CheckpointError } from "./checkpoint-error.ts";
import { turnPath } from "./save-turn.ts";
import { decodeTurnFile } from "./turn-file-format.ts";
import { turnsIn } from "./turns-in.ts";

/** What can still be read of a folder whose last turn cannot be loaded: for eyes only, nobody goes on from it. */
export type Salvaged = {
  sessionId?: string;
  start?: TurnSnapshot["start"];
  /** The file that `start` was taken from in place of the first one. */
  startFrom?: string;
  records: TurnRecord[];
  broken: Array<{ file: string; turn: number; problem: string }>;
};

/** All at once; who must not hold up others goes through the steps, a file each. */
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
      const file = read(path);
      sessionId ??= file.sessionId;
      if (file.sessionId !== sessionId || file.turn !== turn)
        throw new CheckpointError({ path, problem: "it is of another session or turn" });
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

function read(path: string): TurnFile {
  if (!existsSync(path)) throw new CheckpointError({ path, problem: "the file is missing" });
  return decodeTurnFile(readFileSync(path, "utf8"), path).file;
}
