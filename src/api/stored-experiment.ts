/** The experiment in a folder, ready to be resumed: for `rehearse resume` and the server. */
import type { AbPlan, BisectPlan, MatrixPlan, Pinned } from "../contract/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import {
  isAb,
  isBisect,
  isMatrix,
  longerAb,
  longerBisect,
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

/** The same experiment with more pairs or replays. */
export function longer(stored: StoredExperiment, dir: string, times: number | undefined): StoredExperiment {
  switch (stored.kind) {
    case "ab":
      return { ...stored, plan: longerAb(stored.plan, times) };
    case "bisect":
      return { ...stored, plan: longerBisect(stored.plan, times) };
    case "matrix":
      if (times === undefined) return stored;
      throw notLonger(dir, times);
  }
}

export const notLonger = (dir: string, times: number): HarnessError =>
  new HarnessError({
    code: "bad-times",
    message: `${dir} is neither an A/B test nor a bisect: --times ${times} does not apply.`,
    remedy: "Remove --times.",
  });
