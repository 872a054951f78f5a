import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { CheckpointError } from "./checkpoint-error.ts";
import { turnsIn } from "./load-checkpoint.ts";
import { turnPath } from "./save-turn.ts";
import { decodeTurnFile } from "./turn-file-format.ts";

/**
 * Turn files of a folder that are damaged or missing, though its last turn could be loaded: some files hold the turns
 * before them, and were used instead. Whoever reads on should know.
 */
export function damagedTurns(dir: string): string[] {
  const turns = turnsIn(dir);
  const [first, last] = [turns[0] ?? 0, turns.at(-1) ?? 0];
  const found: string[] = [];
  let snapshot: string | undefined;
  for (let turn = last; turn >= first; turn -= 1) {
    const path = turnPath(dir, turn);
    const problem = existsSync(path) ? problemOf(path, () => (snapshot = path)) : "it is not there";
    if (problem !== undefined)
      found.unshift(
        `${basename(path)} cannot be used: ${problem}.${snapshot === undefined ? "" : ` Its turn is taken from ${basename(snapshot)}.`}`,
      );
  }
  return found;
}

function problemOf(path: string, onSnapshot: () => void): string | undefined {
  try {
    if (decodeTurnFile(readFileSync(path, "utf8"), path).file.kind === "snapshot") onSnapshot();
    return undefined;
  } catch (error) {
    if (error instanceof CheckpointError) return error.facts.problem;
    throw error;
  }
}
