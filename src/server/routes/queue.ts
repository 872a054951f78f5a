/** Queueing for workers: POST /api/engine-runs/matrices and /api/engine-runs/abs, each with its estimate. */
import { createRoute, type OpenAPIHono, type z } from "@hono/zod-openapi";
import {
  abRequest,
  engineRunView,
  matrixRequest,
  startEstimate,
  type EngineRunView,
  type StartEstimate,
} from "../../contract/index.ts";
import type { EngineRuns } from "../engine-runs.ts";
import {
  estimateQueuedAb,
  estimateQueuedMatrix,
  queueAb,
  queueMatrix,
  type JobTools,
} from "../jobs/index.ts";
import { answers, refusals } from "./route-schemas.ts";
import { requireEngine } from "./runs.ts";

const tags = ["engine"];

export function addQueue(
  app: OpenAPIHono,
  { tools, engine }: { tools: JobTools; engine?: EngineRuns | undefined },
): void {
  const queueing = () => ({ tools, engine: requireEngine(engine) });
  addOne(app, {
    path: "/api/engine-runs/matrices",
    what: "a matrix",
    request: matrixRequest,
    queue: (asked) => queueMatrix(queueing(), asked),
    estimate: (asked) => estimateQueuedMatrix(queueing(), asked),
  });
  addOne(app, {
    path: "/api/engine-runs/abs",
    what: "an A/B test",
    request: abRequest,
    queue: (asked, signal) => queueAb(queueing(), asked, signal),
    estimate: (asked) => estimateQueuedAb(queueing(), asked),
  });
}

function addOne<Schema extends z.ZodType>(
  app: OpenAPIHono,
  {
    path,
    what,
    request,
    queue,
    estimate,
  }: {
    path: string;
    what: string;
    request: Schema;
    queue: (asked: z.output<Schema>, signal: AbortSignal) => Promise<EngineRunView>;
    estimate: (asked: z.output<Schema>) => Promise<StartEstimate>;
  },
): void {
  const body = { required: true, content: { "application/json": { schema: request } } };
  app.openapi(
    createRoute({
      method: "post",
      path,
      tags,
      summary: `Queue ${what} for the workers of the engine`,
      description:
        "Like `--engine`; the request is that of a start on this server. The workers need the keys of the models; none are sent to them. A narrator that is a module or an address is refused, and so is a database role that can only read.",
      request: { body },
      responses: {
        202: answers(engineRunView, "The run is queued."),
        ...refusals(400, 404, 413, 415, 422, 507),
      },
    }),
    async (c) => c.json(await queue(c.req.valid("json" as never) as z.output<Schema>, c.req.raw.signal), 202),
  );

  app.openapi(
    createRoute({
      method: "post",
      path: `${path}/estimate`,
      tags,
      summary: `Estimate the cost of ${what} on workers`,
      description: "Like the estimate of a start on this server, without missing keys and duration.",
      request: { body },
      responses: { 200: answers(startEstimate, "The estimate."), ...refusals(400, 404, 413, 415, 422) },
    }),
    async (c) => c.json(await estimate(c.req.valid("json" as never) as z.output<Schema>), 200),
  );
}
