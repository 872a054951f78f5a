/** Matrices and A/B tests that a page queues for the workers of the engine, as `--engine` does. */
import { join } from "node:path";
import { requirePricesAndPartners } from "../../api/matrix.ts";
import { prepareAb, prepareMatrix } from "../../api/queued-experiment.ts";
import type {
  AbRequestBody,
  EngineRunView,
  MatrixRequestBody,
  Pinned,
  StartEstimate,
} from "../../contract/index.ts";
import { problemsOf } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { pinMatrix } from "../../playtest/index.ts";
import type { EngineRuns } from "../engine-runs.ts";
import { ABS, MATRICES } from "../playtest/index.ts";
import { Refusal } from "../problem.ts";
import { plannedAbJob } from "./ab-job.ts";
import { estimateAb, estimateMatrixStart } from "./estimate-start.ts";
import type { JobTools } from "./job-tools.ts";
import { plannedMatrixJob } from "./matrix-job.ts";

type Queueing = { tools: JobTools; engine: EngineRuns };

/** Workers check their own keys. */
async function plannedForWorkers(tools: JobTools, request: MatrixRequestBody) {
  const { harness } = tools;
  const planned = await plannedMatrixJob(tools, request);
  requirePricesAndPartners(harness, planned, {});
  requireNoneOutside(harness, pinMatrix(harness, planned));
  return planned;
}

export async function queueMatrix(
  { tools, engine }: Queueing,
  request: MatrixRequestBody,
): Promise<EngineRunView> {
  const { harness } = tools;
  const planned = await plannedForWorkers(tools, request);
  const { preset, concurrency } = request;
  return engine.queue(() =>
    prepareMatrix(harness, planned, {
      preset,
      out: join(harness.workspace, MATRICES),
      concurrency,
      gates: { failUnder: [], failOver: [] },
    }),
  );
}

export async function estimateQueuedMatrix(
  { tools, engine }: Queueing,
  request: MatrixRequestBody,
): Promise<StartEstimate> {
  const estimate = await estimateMatrixStart(tools, request);
  return onWorkers(estimate, engine, async () => void (await plannedForWorkers(tools, request)));
}

async function plannedAbForWorkers(tools: JobTools, request: AbRequestBody) {
  const job = await plannedAbJob(tools, request);
  requireNoneOutside(tools.harness, job.planned.pinned);
  return job;
}

export async function queueAb(
  { tools, engine }: Queueing,
  request: AbRequestBody,
  signal: AbortSignal,
): Promise<EngineRunView> {
  const { harness } = tools;
  const job = await plannedAbForWorkers(tools, request);
  const { concurrency, observer, judge } = request;
  return engine.queue(() =>
    prepareAb(
      harness,
      { ...job, signal },
      { out: join(harness.workspace, ABS), concurrency, observer, judge },
    ),
  );
}

export async function estimateQueuedAb(
  { tools, engine }: Queueing,
  request: AbRequestBody,
): Promise<StartEstimate> {
  const estimate = await estimateAb(tools, request);
  return onWorkers(estimate, engine, async () => void (await plannedAbForWorkers(tools, request)));
}

/** The same run on workers: their keys and the duration are unknown here. */
async function onWorkers(
  { time: _here, ...estimate }: StartEstimate,
  engine: EngineRuns,
  plan: () => Promise<void>,
): Promise<StartEstimate> {
  const [problems, workers] = [await problemsOf(plan), await engine.problems()];
  return {
    ...estimate,
    problems: [...problems, ...workers.problems],
    notes: [
      ...estimate.notes,
      ...(workers.connected === 0
        ? ["No worker is connected. The run waits until one is."]
        : workers.connected === undefined
          ? []
          : [`${counted(workers.connected, "worker")} connected. They need the keys of these models.`]),
    ],
    command: `${estimate.command} --engine env --detach`,
  };
}

/** A worker runs only modules that it was started with, and an address of this machine means another one there. */
function requireNoneOutside({ catalog }: Harness, pinned: Pinned | undefined): void {
  const outside = Object.keys(pinned?.models ?? {}).find(
    (name) => catalog.resolve(name).provider === "outside",
  );
  if (outside === undefined) return;
  throw new Refusal({
    status: 400,
    code: "outside-narrator",
    message: `The narrator ${outside} is a module or an address, which the viewer does not send to workers.`,
    remedy:
      "Choose a model, run it on this server, or queue it with `--engine` for workers started with --allow-narrator.",
  });
}
