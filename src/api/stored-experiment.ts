/** The experiment in a folder, ready to be resumed: for `rehearse resume` and the server. */
import type { AbPlan, BisectPlan, MatrixPlan, Pinned } from "../contract/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import {
  isAb,
  isBisect,
  isMatrix,
  longerAb,
  readAbPlan,
  readBisectPlan,
  readPlan,
} from "../playtest/index.ts";

export type StoredExperiment = { pinned?: Pinned; seed?: string | number } & (
  | { kind: "matrix"; plan: MatrixPlan }
  | { kind: "ab"; plan: AbPlan }
  | { kind: "bisect"; plan: BisectPlan }
);

/** Undefined: the folder is not an experiment's. */
export function experimentIn(dir: string): StoredExperiment | undefined {
  if (isMatrix(dir)) {
    const plan = readPlan(dir);
    return { kind: "matrix", plan, pinned: plan.pinned, seed: plan.seed };
  }
  if (isAb(dir)) {
    const plan = readAbPlan(dir);
    return { kind: "ab", plan, pinned: plan.pinned };
  }
  if (isBisect(dir)) {
    const plan = readBisectPlan(dir);
    return { kind: "bisect", plan, pinned: plan.pinned };
  }
  return undefined;
}

/** The same experiment with more pairs. */
export function longer(stored: StoredExperiment, dir: string, pairs: number | undefined): StoredExperiment {
  if (pairs === undefined) return stored;
  if (stored.kind !== "ab") throw notLonger(dir, pairs);
  return { ...stored, plan: longerAb(stored.plan, pairs) };
}

export const notLonger = (dir: string, pairs: number): HarnessError =>
  new HarnessError({
    code: "bad-combination",
    message: `${dir} is not an A/B test: --pairs ${pairs} does not apply.`,
    remedy: "Remove --pairs.",
  });
