/** The plans of the workspace's experiments, and how far their results are. Read again when their files change. */
import { join } from "node:path";
import { experimentIn, type StoredExperiment } from "../../operations/play/stored-run.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileInfo, readStored } from "../../kernel/store/index.ts";

export type StoredPlan = {
  stored: StoredExperiment;
  /** Of an A/B test or bisection: its pairs or replays, and why it ended early; null: it did not. */
  result?: { done: number; endedBy: string | null } | undefined;
};

export type StoredPlans = {
  /** Undefined: the folder holds no experiment, or its plan is unreadable. */
  in(dir: string): StoredPlan | undefined;
};

const PLANS = ["plan.json", "ab-plan.json", "bisect-plan.json"];
const RESULTS = ["ab.json", "bisect.json"];

export function createStoredPlans(): StoredPlans {
  const kept = new Map<string, { stamp: string; plan: StoredPlan | undefined }>();
  return {
    in(dir) {
      const files = [...PLANS, ...RESULTS].map((name) => fileInfo(join(dir, name), { links: true }));
      // Links are not followed: they may lead anywhere.
      if (files.some((file) => file?.kind === "link")) return undefined;
      const stamp = files.map((file) => `${file?.modifiedMs} ${file?.size}`).join();
      const before = kept.get(dir);
      if (before?.stamp === stamp) return before.plan;
      const plan = readPlanIn(dir);
      kept.set(dir, { stamp, plan });
      return plan;
    },
  };
}

function readPlanIn(dir: string): StoredPlan | undefined {
  try {
    const stored = experimentIn(dir);
    return stored && { stored, result: resultIn(dir) };
  } catch (error) {
    // The page of the experiment says why.
    if (!(error instanceof HarnessError)) throw error;
    return undefined;
  }
}

function resultIn(dir: string): StoredPlan["result"] {
  const path = RESULTS.map((name) => join(dir, name)).find((file) => fileInfo(file)?.kind === "file");
  if (path === undefined) return undefined;
  try {
    const { pairs, probes, endedBy } = JSON.parse(readStored(path)) as Record<string, unknown>;
    return {
      done: [pairs, probes].find(Array.isArray)?.length ?? 0,
      endedBy: typeof endedBy === "string" ? endedBy : null,
    };
  } catch (error) {
    // An unreadable result is made again when the work is resumed.
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
