import { basename } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";

export type CheckpointProblem = { path: string; problem: string; remedy?: string; cause?: unknown };

export class CheckpointError extends HarnessError {
  /** Without a remedy of its own, the file is damaged. */
  readonly facts: CheckpointProblem;

  constructor(facts: CheckpointProblem) {
    const {
      path,
      problem,
      remedy = "Use the checkpoint of another turn, or a copy of this one.",
      cause,
    } = facts;
    super({ code: "bad-checkpoint", message: `${path} cannot be used: ${problem}.`, remedy, cause });
    this.facts = facts;
  }
}

/** Written by a later version: intact, so it must not be skipped. */
export class NewerCheckpointError extends CheckpointError {}

/** A file of another kind. One with the name of a turn counts as a damaged turn, which has another remedy. */
export function noCheckpoint(path: string, cause?: unknown): CheckpointError {
  const remedy = /^turn-\d+\.json$/.test(basename(path))
    ? undefined
    : "Give a turn-N.json of a session, or a file written by `rehearse checkpoint --out`.";
  return new CheckpointError({ path, problem: "it is not a checkpoint", remedy, cause });
}
