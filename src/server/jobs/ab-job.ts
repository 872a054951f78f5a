/** An A/B test from checkpoints of the workspace's sessions, as `rehearse ab` plays it. */
import { basename, join } from "node:path";
import { newAb, type PlannedAb, plannedAb, wordsOf } from "../../operations/play/replays/ab-run.ts";
import type { AbPlan, AbRequestBody } from "../../contract/index.ts";
import { remove } from "../../kernel/store/index.ts";
import {
  completeAb,
  requireAb,
  runAb,
  turnPath,
  turnsIn,
  writeAbPlan,
  type AbNews,
} from "../../playtest/index.ts";
import { AB } from "../playtest/index.ts";
import { invalid } from "../problem.ts";
import type { Progress, Task } from "./job-runner.ts";
import { capOf, type JobTools } from "./job-tools.ts";
import { requireListed } from "../listed-names.ts";

export async function plannedAbJob(tools: JobTools, request: AbRequestBody): Promise<PlannedAb> {
  const { harness } = tools;
  const { a, b, observer, budget, ...rest } = request;
  requireListed(harness, {
    prompt: [a.prompt, b.prompt],
    models: { "a.narrator": a.narrator, "b.narrator": b.narrator, observer },
  });
  const checkpoints: string[] = [];
  for (const asked of request.checkpoints) checkpoints.push(await checkpointOf(tools, asked));
  return plannedAb(harness, {
    ...rest,
    checkpoints,
    a: wordsOf(a),
    b: wordsOf(b),
    observer,
    budget: capOf(budget, harness),
  });
}

/** The file of a turn of a listed session. */
async function checkpointOf(
  { index }: Pick<JobTools, "index">,
  { session: id, turn }: { session: string; turn: number },
): Promise<string> {
  const { dir } = await index.get(id);
  const own = turnsIn(dir);
  if (!own.includes(turn))
    throw invalid([
      {
        field: "checkpoints",
        in: "body",
        message: `${id} has checkpoints for turns ${own[0]} to ${own.at(-1)}`,
      },
    ]);
  return turnPath(dir, turn);
}

export const abName = ({ a, b }: Pick<AbPlan, "a" | "b">): string => `A: ${a.label}; B: ${b.label}`;

export const abNews =
  ({ change }: Progress) =>
  ({ done, of, cost }: AbNews): void =>
    change({ cost, done, total: of });

export const planAbJob = async (tools: JobTools, request: AbRequestBody): Promise<Task> =>
  abTask(tools, { ...(await plannedAbJob(tools, request)), concurrency: request.concurrency });

/** Throws if it cannot start now. */
export async function abTask(
  { harness, index, live }: Pick<JobTools, "harness" | "index" | "live">,
  { plan: planned, states, checkpoints, concurrency }: PlannedAb & { concurrency: number },
): Promise<Task> {
  await requireAb(harness, planned, states);
  return {
    kind: "ab",
    name: abName(planned),
    unit: "pair",
    total: planned.pairs,
    budget: planned.budget,
    async run(progress) {
      const { signal } = progress;
      const out = join(harness.workspace, AB);
      const { dir, plan } = newAb(harness, { plan: planned, states }, { out, concurrency });
      try {
        const read = await completeAb(harness, { plan, states, checkpoints, signal });
        await writeAbPlan(dir, plan, read);
      } catch (error) {
        remove(dir);
        throw error;
      }
      const of = { kind: "ab" as const, id: basename(dir) };
      progress.change({ of });
      const { result, endedBy } = await runAb(harness, {
        dir,
        plan,
        concurrency,
        signal,
        onNews: abNews(progress),
      });
      index.touch();
      // A short test may begin and end between two looks at the workspace.
      live.experiment({ ...of, done: result.pairs.length, planned: plan.pairs, live: false });
      if (endedBy) throw endedBy;
    },
  };
}
