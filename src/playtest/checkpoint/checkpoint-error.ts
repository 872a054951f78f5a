import { HarnessError } from "../../kernel/errors/index.ts";

export type CheckpointProblem = { path: string; problem: string; remedy?: string; cause?: unknown };

export class CheckpointError extends HarnessError {
  /** Without a remedy of its own, the file is damaged. */
  readonly facts: CheckpointProblem;

  constructor(facts: CheckpointProblem) {
    const { path, problem, remedy = "Use the checkpoint of another turn, or a copy of this one.", cause } = facts;
    super({ code: "bad-checkpoint", message: `${path} cannot be used: ${problem}.`, remedy, cause });
    this.facts = facts;
  }
}
