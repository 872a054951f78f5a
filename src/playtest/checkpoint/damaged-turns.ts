import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { TurnSnapshot } from "../../contract/index.ts";
import { CheckpointError } from "./checkpoint-error.ts";
import { turnPath } from "./save-turn.ts";
import { decodeTurnFile } from "./turn-file-format.ts";
import { turnsIn } from "./turns-in.ts";

/**
 * Turn files of a folder that are damaged or missing, though its last turn could be loaded: some files hold the turns
 * before them, and were used instead. Whoever reads on should know.
 */
export function damagedTurns(dir: string): string[] {
  const turns = turnsIn(dir);
  const last = turns.at(-1) ?? 0;
  const found: string[] = [];
  let snapshot: TurnSnapshot | undefined;
  let first = turns[0] ?? 0;
  for (let turn = last; turn >= first; turn -= 1) {
    const path = turnPath(dir, turn);
    const problem = existsSync(path) ? problemOf(path, (file) => (snapshot = file)) : "the file is missing";
    // The first file may be gone altogether: the next snapshot knows of it.
    first = Math.min(first, snapshot?.first?.turn ?? first);
    if (problem !== undefined)
      found.unshift(`${basename(path)} cannot be used: ${problem}.${insteadOf(turn, snapshot)}`);
  }
  return found;
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
    const { file } = decodeTurnFile(readFileSync(path, "utf8"), path);
    if (file.kind === "snapshot") onSnapshot(file);
    return undefined;
  } catch (error) {
    if (error instanceof CheckpointError) return error.facts.problem;
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return `it cannot be read (${code})`;
  }
}
