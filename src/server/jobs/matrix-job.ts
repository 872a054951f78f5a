/** A matrix, as `rehearse matrix` plays it. */
import { basename, join } from "node:path";
import { newMatrix, plannedMatrix, requireAll } from "../../operations/play/matrix/matrix-plan.ts";
import type { MatrixPlan, MatrixRequestBody } from "../../contract/index.ts";
import { seedIn } from "../../kernel/dice/index.ts";
import { runMatrix, writePlan, type MatrixNews } from "../../playtest/index.ts";
import { MATRICES } from "../playtest/index.ts";
import type { Progress, Task } from "./job-runner.ts";
import type { JobTools } from "./job-tools.ts";
import { requireListed } from "../listed-names.ts";
import { configFor } from "./play-job.ts";

export async function plannedMatrixJob(tools: JobTools, request: MatrixRequestBody): Promise<MatrixPlan> {
  const { harness } = tools;
  const { narrators: narrator, stories, prompts, playerModel, classifier, observer, judge } = request;
  requireListed(harness, {
    story: stories,
    prompt: prompts,
    models: {
      ...Object.fromEntries(narrator.map((name, at) => [`narrators.${at}`, name])),
      playerModel,
      classifier,
      observer,
      judge,
    },
  });
  const config = configFor(tools, request);
  const { planned } = await plannedMatrix(harness, {
    config,
    request: { ...request, narrator, seed: request.seed === undefined ? tools.seed : seedIn(request.seed) },
  });
  return planned;
}

export const matrixName = ({ config }: Pick<MatrixPlan, "config">): string => {
  const some = (names: readonly string[], what: string) =>
    names.length <= 2 ? names.join(" and ") : `${names.length} ${what}`;
  return [
    some(config.stories, "stories"),
    some(Object.keys(config.systemPrompts), "prompts"),
    some(config.narratorModels, "narrators"),
  ].join(", ");
};

export const matrixNews = ({ change }: Progress) => {
  return ({ planned, done, running, failed, turns, cost }: MatrixNews): void =>
    change({ total: planned, done, playing: running, failed, turns, cost });
};

export async function planMatrixJob(tools: JobTools, request: MatrixRequestBody): Promise<Task> {
  const { harness, index } = tools;
  const { preset, concurrency } = request;
  const planned = await plannedMatrixJob(tools, request);
  await requireAll(harness, planned);
  return {
    kind: "matrix",
    name: matrixName(planned),
    unit: "session",
    total: planned.sessions.length,
    budget: planned.budget,
    async run(progress) {
      const { dir, plan } = newMatrix(harness, planned, {
        preset,
        out: join(harness.workspace, MATRICES),
        concurrency,
        gates: { failUnder: [], failOver: [] },
      });
      await writePlan(dir, plan);
      progress.change({ of: { kind: "matrix", id: basename(dir) } });
      const { signal } = progress;
      const { endedBy } = await runMatrix(harness, {
        dir,
        plan,
        concurrency,
        signal,
        onNews: matrixNews(progress),
      });
      index.touch();
      if (endedBy) throw endedBy;
    },
  };
}
