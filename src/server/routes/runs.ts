/** GET /api/runs: what can be resumed. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { workList, workSessions } from "../../contract/index.ts";
import { listWork, sessionsOfWork, type Jobs, type JobTools } from "../jobs/index.ts";
import { answers, refusals } from "./route-schemas.ts";

const tags = ["runs"];

export function addRuns(app: OpenAPIHono, { jobs, tools }: { jobs: Jobs; tools: JobTools }): void {
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/runs",
      tags,
      summary: "Unfinished work",
      description:
        "`work`: sessions, matrices, A/B tests and bisections of the workspace that another process plays or that were stopped, from their files. Those that a job of this server plays are in GET /api/jobs.",
      responses: { 200: answers(workList, "Unfinished work."), ...refusals() },
    }),
    async (c) => c.json({ work: await listWork(tools, jobs) }, 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/runs/{kind}/{id}/sessions",
      tags,
      summary: "The sessions of an experiment, each with its state, turn, findings and cost",
      description:
        "For a matrix, every planned session. A `session` event of GET /api/events means that it has changed.",
      request: {
        params: z.object({ kind: z.enum(["matrix", "ab", "bisect"]), id: z.string().min(1).max(300) }),
      },
      responses: { 200: answers(workSessions, "The sessions."), ...refusals(404, 422) },
    }),
    async (c) => c.json({ sessions: await sessionsOfWork(tools, c.req.valid("param")) }, 200),
  );
}
