/** A matrix, an A/B test or a check that workers run: its plan is written to a folder, stored in the database, and removed here. */
import { basename } from "node:path";
import { rehearseVersion } from "../config/started-by.ts";
import type { AbPlan, CheckResults, MatrixPlan } from "../contract/index.ts";
import { UnpricedBudgetError } from "../kernel/budget/index.ts";
import type { Database } from "../kernel/database/index.ts";
import { submitRun, type Queue } from "../kernel/engine/index.ts";
import type { Harness } from "../kernel/run/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import { newRunFolder, remove } from "../kernel/store/index.ts";
import { completeAb, writeAbPlan, writePlan, type SessionState } from "../playtest/index.ts";
import { planCheck, writeQueuedCheck, type CheckPlan, type CheckRequest } from "../retrieval/index.ts";
import { newAb } from "./ab.ts";
import { keepBaseline, newMatrix } from "./matrix.ts";

export type Prepared<Plan = unknown> = {
  kind: "matrix" | "ab" | "check";
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

/** Workers check their keys; everything else that could refuse the check is checked here. */
export function planQueuedCheck(harness: Harness, request: CheckRequest): CheckPlan {
  const refused = (message: string, what: string) =>
    new HarnessError({ code: "bad-flags", message, remedy: `Remove ${what}.` });
  const plan = planCheck(harness, request, { dry: true });
  if (request.cached)
    throw refused(
      "--cached does not work with --engine: stored answers are on this machine only.",
      "--cached",
    );
  if (plan.kind === "run")
    throw refused("A TREC run is scored without calls: it needs no workers.", "--engine");
  const unpriced = plan.called.filter(({ price }) => price === undefined).map(({ name }) => name);
  if (capOf(harness, request) !== undefined && unpriced.length > 0)
    throw new UnpricedBudgetError({ models: [...new Set(unpriced)] });
  return plan;
}

export async function prepareCheck(
  harness: Harness,
  {
    request,
    plan,
    baselines,
  }: { request: CheckRequest; plan: CheckPlan; baselines: readonly CheckResults[] },
): Promise<Prepared<CheckPlan>> {
  const dir = newRunFolder(request.results, "check", harness.clock.date());
  const cap = capOf(harness, request);
  try {
    const { parts } = await writeQueuedCheck(dir, harness, { request, plan, cap, baselines });
    return { kind: "check", dir, plan, planned: parts, cap };
  } catch (error) {
    remove(dir);
    throw error;
  }
}

const capOf = ({ settings }: Harness, { budget }: CheckRequest): number | undefined =>
  budget ?? settings.budget;

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
