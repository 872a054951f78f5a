/** The jobs of this server, and the unfinished work of the workspace. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { jobDetail, jobList, workList, workSessions } from "../../contract/index.ts";
import { listWork, sessionsOfWork, type Jobs, type WorkTools } from "../jobs/index.ts";
import { answers, refusals } from "./route-schemas.ts";

const PATH = "/api/jobs";
const tags = ["jobs"];
const params = z.object({ id: z.string().min(1).max(100) });

export function addJobs(app: OpenAPIHono, { jobs, tools }: { jobs: Jobs; tools: WorkTools }): void {
  app.openapi(
    createRoute({
      method: "get",
      path: PATH,
      tags,
      summary: "Jobs since the server started, newest first",
      responses: { 200: answers(jobList, "The jobs."), ...refusals() },
    }),
    (c) => c.json({ jobs: jobs.list() }, 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{id}`,
      tags,
      summary: "State and progress of a job, and its result once it has ended",
      request: { params },
      responses: { 200: answers(jobDetail, "The job."), ...refusals(404, 422) },
    }),
    (c) => c.json(jobs.get(c.req.valid("param").id), 200),
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: `${PATH}/{id}`,
      tags,
      summary: "Stop a job",
      description:
        "Answers when it has stopped. Everything so far is saved: the operation `resume` continues it, and starting a check again. A job that has ended is left unchanged.",
      request: { params },
      responses: { 200: answers(jobDetail, "The stopped job."), ...refusals(404, 422) },
    }),
    async (c) => c.json(await jobs.stop(c.req.valid("param").id), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/runs",
      tags: ["runs"],
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
      tags: ["runs"],
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
