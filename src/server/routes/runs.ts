/** GET /api/runs: what can be resumed, and the runs of an engine, which can be stopped and resumed too. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { engineRunView, engineSessions, workList, workSessions } from "../../contract/index.ts";
import { usd } from "../../kernel/budget/index.ts";
import type { EngineRuns } from "../engine-runs.ts";
import { listWork, sessionsOfWork, type Jobs, type JobTools } from "../jobs/index.ts";
import { invalid, Refusal } from "../problem.ts";
import { answers, refusals } from "./route-schemas.ts";

const tags = ["runs"];
const engineParams = z.object({ id: z.string().min(1).max(300) });

export function addRuns(
  app: OpenAPIHono,
  { jobs, tools, engine }: { jobs: Jobs; tools: JobTools; engine?: EngineRuns | undefined },
): void {
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/runs",
      tags,
      summary: "Unfinished work, and the runs of the engine",
      description:
        "`work`: sessions, matrices, A/B tests and bisections of the workspace that another process plays or that were stopped, from their files. Those that a job of this server plays are in GET /api/jobs. `engine`: with `serve --engine`, its newest runs and its workers.",
      responses: { 200: answers(workList, "Work and runs."), ...refusals() },
    }),
    async (c) => {
      const lastEvent = tools.live.log.last;
      const [work, runs] = await Promise.all([listWork(tools, jobs), engine?.view()]);
      return c.json({ work, ...(runs && { engine: runs }), lastEvent }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/runs/{kind}/{id}/sessions",
      tags,
      summary: "The sessions of an experiment, each with its state, turn, findings and cost",
      description:
        "Of a matrix, every planned session. The `session` events of GET /api/events keep the list up to date.",
      request: {
        params: z.object({ kind: z.enum(["matrix", "ab", "bisect"]), id: z.string().min(1).max(300) }),
      },
      responses: { 200: answers(workSessions, "The sessions."), ...refusals(404, 422) },
    }),
    async (c) => {
      const lastEvent = tools.live.log.last;
      return c.json({ sessions: await sessionsOfWork(tools, c.req.valid("param")), lastEvent }, 200);
    },
  );

  const required = () => requireEngine(engine);

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/engine-runs/{id}/sessions",
      tags: ["engine"],
      summary: "The sessions of a run on the engine, with their workers",
      request: { params: engineParams },
      responses: { 200: answers(engineSessions, "The sessions."), ...refusals(400, 404, 422) },
    }),
    async (c) => c.json({ sessions: await required().sessions(c.req.valid("param").id) }, 200),
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/engine-runs/{id}/stop",
      tags: ["engine"],
      summary: "Stop a run on the engine",
      description:
        "As `rehearse runs stop`: sessions under way finish their turn. A role that can only read is refused.",
      request: { params: engineParams },
      responses: { 200: answers(engineRunView, "The run."), ...refusals(400, 404, 422) },
    }),
    async (c) => c.json(await required().stop(c.req.valid("param").id), 200),
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/engine-runs/{id}/resume",
      tags: ["engine"],
      summary: "Resume a run on the engine, perhaps with a larger budget",
      description: "As `rehearse runs resume`. A role that can only read is refused.",
      request: {
        params: engineParams,
        body: {
          required: true,
          content: {
            "application/json": { schema: z.strictObject({ budget: z.number().positive().optional() }) },
          },
        },
      },
      responses: { 200: answers(engineRunView, "The run."), ...refusals(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { budget } = c.req.valid("json");
      const { budget: most } = tools.harness.settings;
      if (budget !== undefined && most !== undefined && budget > most)
        throw invalid([
          { field: "budget", in: "body", message: `at most ${usd(most)}, the server's --budget` },
        ]);
      return c.json(await required().resume(c.req.valid("param").id, { budget }), 200);
    },
  );
}

export function requireEngine(engine: EngineRuns | undefined): EngineRuns {
  if (engine) return engine;
  throw new Refusal({
    status: 404,
    code: "no-engine",
    message: "This server was started without an engine.",
    remedy: "Start it with: rehearse serve --engine postgres://…",
  });
}
