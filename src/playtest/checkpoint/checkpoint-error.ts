import { basename } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";

type CheckpointProblem = {
  /** `wrong-folder`: it is something else. */
  code?: "damaged-file" | "wrong-folder";
  path: string;
  problem: string;
  remedy?: string;
  cause?: unknown;
};

export class CheckpointError extends HarnessError {
  readonly problem: string;

  constructor({ code = "damaged-file", path, problem, remedy = usual(path), cause }: CheckpointProblem) {
    super({ code, message: `${path} cannot be used: ${problem}.`, remedy, cause });
    this.problem = problem;
  }
}

/** A turn can be played again at no cost, because the journal keeps the answers. Not the start: it holds the config. */
function usual(path: string): string {
  const turn = /^turn-(\d+)\.json$/.exec(basename(path))?.[1];
  if (turn === undefined)
    return "Give a turn-N.json of a session, or a file written by `rehearse export DIR --checkpoint N`.";
  return turn === "0"
    ? "Restore the file from a copy, or play the session again: its other turns cannot be read without it."
    : "Restore the file from a copy. Or delete it and the turns after it, then resume (for a transcript, repeat `observe`): saved answers in calls.jsonl are reused at no cost.";
}
