/** The run in a folder, ready to be resumed: for `resume` and the server. */
import type { AbPlan, BisectPlan, MatrixPlan } from "../../contract/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import {
  isAb,
  isBisect,
  isMatrix,
  lastResult,
  loadLatest,
  longerAb,
  readAbPlan,
  readBisectPlan,
  readPlan,
  type SessionState,
} from "../../playtest/index.ts";
import { abName } from "./replays/ab-run.ts";
import { branchName } from "./replays/branch.ts";
import { PLANNED_AS } from "./session-run.ts";

export type StoredExperiment =
  | { kind: "matrix"; plan: MatrixPlan }
  | { kind: "ab"; plan: AbPlan }
  | { kind: "bisect"; plan: BisectPlan };

/** Undefined: the folder is not an experiment's. */
export function experimentIn(dir: string): StoredExperiment | undefined {
  if (isMatrix(dir)) return { kind: "matrix", plan: readPlan(dir) };
  if (isAb(dir)) return { kind: "ab", plan: readAbPlan(dir) };
  if (isBisect(dir)) return { kind: "bisect", plan: readBisectPlan(dir) };
  return undefined;
}

/** The same experiment with more pairs, which only an A/B test has. */
export const longer = (stored: StoredExperiment, pairs: number | undefined): StoredExperiment =>
  stored.kind === "ab" ? { ...stored, plan: longerAb(stored.plan, pairs) } : stored;

/** A session played from a recording must not be resumed with real models. */
export function requireLive(dir: string): void {
  // An unreadable result is ignored: resuming does not need it.
  if (!lastResult(dir)?.notes.some(({ code }) => code === "recording")) return;
  throw new HarnessError({
    code: "not-resumable",
    message: `${dir} was played from a recording; resuming it would call the models.`,
    remedy: `Play it again with ${optionText("recording")}, or branch from its last turn with \`rehearse replay\`.`,
  });
}

/** The name of a single session in recordings. */
export const plannedAs = ({ branchedFrom }: Pick<SessionState, "branchedFrom">): string =>
  branchedFrom === undefined ? PLANNED_AS : branchName(branchedFrom.replicate);

/** The name in the comment for CI that a resume updates. Undefined: the folder cannot be read, which resuming reports. */
export function storedCiName(dir: string): string | undefined {
  try {
    const stored = experimentIn(dir);
    if (stored) return experimentName(stored);
    const { branchedFrom, config } = loadLatest(dir).state;
    // A branch has the config of its parent.
    return (branchedFrom ? undefined : config.ci?.name) ?? `${config.story} ${config.prompt}`;
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return undefined;
  }
}

function experimentName(stored: StoredExperiment): string {
  if (stored.plan.label !== undefined) return stored.plan.label;
  switch (stored.kind) {
    case "matrix":
      return stored.plan.config.stories.join(" ");
    case "ab":
      return abName(stored.plan);
    case "bisect":
      return stored.plan.sessionId;
  }
}
