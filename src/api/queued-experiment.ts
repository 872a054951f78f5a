/** A matrix or an A/B test that workers play: its plan is written to a folder, stored in the database, and removed here. */
import { basename } from "node:path";
import { rehearseVersion } from "../config/started-by.ts";
import type { AbPlan, MatrixPlan } from "../contract/index.ts";
import type { Database } from "../kernel/database/index.ts";
import { submitRun, type Queue } from "../kernel/engine/index.ts";
import type { Harness } from "../kernel/run/index.ts";
import { remove } from "../kernel/store/index.ts";
import { completeAb, writeAbPlan, writePlan, type SessionState } from "../playtest/index.ts";
import { newAb } from "./ab.ts";
import { keepBaseline, newMatrix } from "./matrix.ts";

export type Prepared<Plan = unknown> = {
  kind: "matrix" | "ab";
  /** Holds the plan. */ dir: string;
  plan: Plan;
  planned: number;
  cap?: number | undefined;
  atOnce?: number | undefined;
};

export async function prepareMatrix(
  harness: Harness,
  planned: MatrixPlan,
  options: Parameters<typeof newMatrix>[2],
): Promise<Prepared<MatrixPlan>> {
  const { dir, plan } = newMatrix(harness, planned, options);
  await writePlan(dir, plan);
  if (options.gates.baseline !== undefined) await keepBaseline(dir, options.gates.baseline);
  return { kind: "matrix", dir, plan, planned: plan.sessions.length, cap: plan.budget };
}

/** Turns of the checkpoints that no reader has read are read here. */
export async function prepareAb(
  harness: Harness,
  {
    planned,
    states,
    checkpoints,
    signal,
  }: {
    planned: AbPlan;
    states: readonly SessionState[];
    checkpoints: readonly string[];
    signal?: AbortSignal;
  },
  options: Parameters<typeof newAb>[2],
): Promise<Prepared<AbPlan>> {
  const { dir, plan } = newAb(harness, planned, options);
  try {
    await writeAbPlan(dir, plan, await completeAb(harness, { plan, states, checkpoints, signal }));
  } catch (error) {
    remove(dir);
    throw error;
  }
  const { times, noise, budget } = plan;
  return {
    kind: "ab",
    dir,
    plan,
    planned: 2 * times + noise.dice * noise.repeats,
    cap: budget,
    atOnce: options.concurrency,
  };
}

/** From here on the run is in the database only. Gives its id. */
export const submitPrepared = (
  database: Database,
  queue: Queue,
  { kind, dir, planned, cap, atOnce }: Prepared,
): Promise<string> =>
  submitRun(database, queue, {
    kind,
    dir,
    planned,
    cap,
    atOnce,
    name: basename(dir),
    version: rehearseVersion(),
  }).finally(() => remove(dir));
