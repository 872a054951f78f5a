/** An A/B test from checkpoints of the workspace's sessions, as `rehearse ab` plays it. */
import { basename, join } from "node:path";
import { newAb, plannedAb } from "../../api/ab.ts";
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
  type MetricName,
  type SessionState,
} from "../../playtest/index.ts";
import { ABS } from "../playtest/index.ts";
import { invalid } from "../problem.ts";
import type { Progress, Task } from "./job-runner.ts";
import { capOf, type JobTools } from "./job-tools.ts";
import { requireListed } from "../listed-names.ts";

type PlannedAbJob = { planned: AbPlan; states: SessionState[]; checkpoints: string[] };

export async function plannedAbJob(tools: JobTools, request: AbRequestBody): Promise<PlannedAbJob> {
  const { harness } = tools;
  const { a, b, observer, judge, metric, budget, ...rest } = request;
  requireListed(harness, {
    prompt: [a.prompt, b.prompt],
    models: { "a.narrator": a.narrator, "b.narrator": b.narrator, observer, judge },
  });
  const checkpoints: string[] = [];
  for (const asked of request.checkpoints) checkpoints.push(await checkpointOf(tools, asked));
  const { planned, states } = plannedAb(harness, {
    ...rest,
    checkpoints,
    a: wordsOf(a),
    b: wordsOf(b),
    metric: metric as MetricName,
    alpha: 0.05,
    observer,
    judge,
    budget: capOf(budget, harness),
  });
  return { planned, states, checkpoints };
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

/** As `--a` and `--b` have them. */
export const wordsOf = (arm: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(arm).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));

export const abName = ({ a, b }: Pick<AbPlan, "a" | "b">): string => `A: ${a.label}; B: ${b.label}`;

export const abNews = ({ change }: Progress) => {
  return ({ doing, done, of, cost }: AbNews): void =>
    doing === "noise"
      ? change({ cost, doing: `Measuring noise: replay ${done} of ${of}` })
      : change({ cost, done, total: of, doing: undefined });
};

export async function planAbJob(tools: JobTools, request: AbRequestBody): Promise<Task> {
  const { harness, index } = tools;
  const { concurrency, observer, judge } = request;
  const { planned, states, checkpoints } = await plannedAbJob(tools, request);
  await requireAb(harness, planned, states);
  return {
    kind: "ab",
    name: abName(planned),
    unit: "pair",
    total: planned.times,
    budget: planned.budget,
    async run(progress) {
      const { signal } = progress;
      const out = join(harness.workspace, ABS);
      const { dir, plan } = newAb(harness, planned, { out, concurrency, observer, judge, states });
      try {
        const read = await completeAb(harness, { plan, states, checkpoints, signal });
        await writeAbPlan(dir, plan, read);
      } catch (error) {
        remove(dir);
        throw error;
      }
      progress.change({ of: { kind: "ab", id: basename(dir) } });
      const { endedBy } = await runAb(harness, { dir, plan, concurrency, signal, onNews: abNews(progress) });
      index.touch();
      if (endedBy) throw endedBy;
    },
  };
}
