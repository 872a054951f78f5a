/** Starting work: POST /api/plays, /api/matrices and /api/ab, each with its estimate, and resuming what was stopped. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import {
  abRequest,
  jobView,
  matrixRequest,
  playRequest,
  resumeRequest,
  startEstimate,
  type StartEstimate,
  type WorkKind,
} from "../../contract/index.ts";
import {
  estimateAb,
  estimateMatrixStart,
  estimatePlay,
  planAbJob,
  planMatrixJob,
  planPlayJob,
  planResumeJob,
  type Jobs,
  type JobTools,
  type Task,
} from "../jobs/index.ts";
import { answers, refusals } from "./route-schemas.ts";

const tags = ["jobs"];
const JOBS = "/api/jobs";
const stories = "Stories, prompts and models are named as GET /api/choices lists them.";

type Starts = { jobs: Jobs; tools: JobTools };

export function addStarts(app: OpenAPIHono, { jobs, tools }: Starts): void {
  addStart(app, jobs, {
    path: "/api/plays",
    what: "a session",
    request: playRequest,
    plan: (asked) => planPlayJob(tools, asked),
    estimate: (asked) => estimatePlay(tools, asked),
  });
  addStart(app, jobs, {
    path: "/api/matrices",
    what: "a matrix",
    request: matrixRequest,
    plan: (asked) => planMatrixJob(tools, asked),
    estimate: (asked) => estimateMatrixStart(tools, asked),
  });
  addStart(app, jobs, {
    path: "/api/ab",
    what: "an A/B test",
    request: abRequest,
    plan: (asked) => planAbJob(tools, asked),
    estimate: (asked) => estimateAb(tools, asked),
  });
  addResume(app, { jobs, tools });
}

function addStart<Schema extends z.ZodType>(
  app: OpenAPIHono,
  jobs: Jobs,
  {
    path,
    what,
    request,
    plan,
    estimate,
  }: {
    path: string;
    what: string;
    request: Schema;
    plan: (asked: z.output<Schema>) => Promise<Task>;
    estimate: (asked: z.output<Schema>) => Promise<StartEstimate>;
  },
): void {
  const body = { required: true, content: { "application/json": { schema: request } } };
  app.openapi(
    createRoute({
      method: "post",
      path,
      tags,
      summary: `Start ${what}`,
      description: `${stories} Missing keys, and a budget without prices, are refused before anything is written. At most four jobs run at once. The budget is at most the server's.`,
      request: { body },
      responses: {
        202: answers(jobView, "The job has started."),
        ...refusals(400, 404, 413, 415, 422, 429, 502, 503, 507),
      },
    }),
    async (c) => {
      const asked = c.req.valid("json" as never) as z.output<Schema>;
      const job = await jobs.start(() => plan(asked));
      return c.json(job, 202, { Location: `${JOBS}/${job.id}` });
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: `${path}/estimate`,
      tags,
      summary: `Estimate the cost of ${what}`,
      description:
        "From the same plan as the start and as `--dry-run`: nothing is written and no model is called. `problems` lists what would refuse the start, such as missing keys.",
      request: { body },
      responses: {
        200: answers(startEstimate, "The estimate."),
        ...refusals(400, 404, 413, 415, 422),
      },
    }),
    async (c) => c.json(await estimate(c.req.valid("json" as never) as z.output<Schema>), 200),
  );
}

const RESUMED: ReadonlyArray<{ kind: WorkKind; path: string; what: string }> = [
  { kind: "session", path: "/api/sessions", what: "a session" },
  { kind: "matrix", path: "/api/matrices", what: "a matrix" },
  { kind: "ab", path: "/api/ab", what: "an A/B test" },
  { kind: "bisect", path: "/api/bisects", what: "a bisection" },
];

function addResume(app: OpenAPIHono, { jobs, tools }: Starts): void {
  for (const { kind, path, what } of RESUMED)
    app.openapi(
      createRoute({
        method: "post",
        path: `${path}/{id}/resume`,
        tags,
        summary: `Resume ${what}`,
        description:
          "As `rehearse resume` does: everything stays as it was when the work started, and no answered call is repeated. `budget` raises the budget, `pairs` the number of pairs of an A/B test.",
        request: {
          params: z.object({ id: z.string().min(1).max(1_000) }),
          body: { required: true, content: { "application/json": { schema: resumeRequest } } },
        },
        responses: {
          202: answers(jobView, "The job has started."),
          ...refusals(400, 402, 404, 409, 413, 415, 422, 429, 502, 503, 507),
        },
      }),
      async (c) => {
        const { id } = c.req.valid("param");
        const job = await jobs.start(() => planResumeJob(tools, { kind, id }, c.req.valid("json")), {
          resumes: `${kind} ${id}`,
        });
        return c.json(job, 202, { Location: `${JOBS}/${job.id}` });
      },
    );
}
