/** POST /api/replays, the jobs of this server, and stopping what it plays. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { replayEstimate, jobList, jobView, replayRequest, type JobView } from "../../contract/index.ts";
import { checkJob, type CheckRuns } from "../check/index.ts";
import { planReplayJob, type Jobs, type JobTools } from "../jobs/index.ts";
import { estimateReplay } from "../playtest/index.ts";
import { answers, refusals, sessionParams } from "./route-schemas.ts";

const PATH = "/api/jobs";
const tags = ["jobs"];
const params = z.object({ id: z.string().min(1).max(100) });

export function addJobs(
  app: OpenAPIHono,
  { jobs, tools, checks }: { jobs: Jobs; tools: JobTools; checks: CheckRuns },
): void {
  const { index, harness } = tools;
  /** Checks have runs of their own, which are shown and stopped alike. */
  const checkNamed = (id: string) => checks.list().find((run) => run.id === id);

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/replays",
      tags,
      summary: "Replay from a turn, with something changed",
      description:
        "One branch, with the session's dice, is saved beside the session. With several `times` it is an A/B test of the change against the unchanged session, in pairs. At most four jobs run at once.",
      request: { body: { required: true, content: { "application/json": { schema: replayRequest } } } },
      responses: {
        202: answers(jobView, "The job has started."),
        ...refusals(400, 404, 413, 415, 422, 429, 502, 503, 507),
      },
    }),
    async (c) => {
      const job = await jobs.start(() => planReplayJob(tools, c.req.valid("json")));
      return c.json(job, 202, { Location: `${PATH}/${job.id}` });
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/replays/estimate",
      tags,
      summary: "What a replay would cost",
      description:
        "For everything together; nothing is started or written. An invalid request is refused as POST /api/replays would refuse it; `problems` lists what else would keep it from starting, such as a missing key.",
      request: { body: { required: true, content: { "application/json": { schema: replayRequest } } } },
      responses: {
        200: answers(replayEstimate, "The estimate."),
        ...refusals(400, 404, 413, 415, 422),
      },
    }),
    async (c) => {
      const request = c.req.valid("json");
      return c.json(await estimateReplay(harness, await index.get(request.session), request), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: PATH,
      tags,
      summary: "Jobs since the server started, newest first",
      responses: { 200: answers(jobList, "The jobs."), ...refusals() },
    }),
    (c) => {
      const all = [...jobs.list(), ...checks.list().map(({ view }) => checkJob(view()))];
      return c.json({ jobs: all.toSorted(newestFirst) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{id}`,
      tags,
      summary: "Status and progress of a job",
      request: { params },
      responses: { 200: answers(jobView, "The job."), ...refusals(404, 422) },
    }),
    (c) => {
      const { id } = c.req.valid("param");
      const check = checkNamed(id);
      return c.json(check ? checkJob(check.view()) : jobs.get(id), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: `${PATH}/{id}`,
      tags,
      summary: "Stop a job",
      description:
        "Answers when it has stopped. Played turns are kept: `rehearse resume`, or POST to the `resume` of what it plays, continues. A finished job is left unchanged.",
      request: { params },
      responses: { 200: answers(jobView, "The stopped job."), ...refusals(404, 422) },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const check = checkNamed(id);
      if (!check) return c.json(await jobs.stop(id), 200);
      await check.stop();
      return c.json(checkJob(check.view()), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/sessions/{id}/stop",
      tags,
      summary: "Stop a session that this server is playing",
      description: "Stops the whole job that the session belongs to.",
      request: { params: sessionParams },
      responses: {
        200: answers(jobView, "The stopped job."),
        ...refusals(404, 409, 422),
      },
    }),
    async (c) => c.json(await jobs.stopSession(await index.get(c.req.valid("param").id)), 200),
  );
}

const newestFirst = (a: JobView, b: JobView): number => b.startedAt.localeCompare(a.startedAt);
