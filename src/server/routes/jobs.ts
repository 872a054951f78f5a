/** The jobs of this server, and the unfinished runs of the workspace. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { jobList, jobView, unfinishedRuns } from "../../contract/index.ts";
import { listUnfinished, type Jobs } from "../jobs/index.ts";
import type { Playtests } from "../playtest/index.ts";
import { routesIn } from "./route-schemas.ts";

const params = z.object({ id: z.string().min(1).max(100) });

export function addJobs(
  app: OpenAPIHono,
  { jobs, ...playtests }: Pick<Playtests, "index" | "experiments"> & { jobs: Jobs },
): void {
  const route = routesIn(app, "jobs");

  route("get /api/jobs", {
    summary: "Jobs since the server started, newest first",
    answer: jobList,
    answerTo: () => ({ jobs: jobs.list() }),
  });

  route("get /api/jobs/{id}", {
    summary: "State and progress of a job, and its verdict once it has ended",
    params,
    answer: jobView,
    answerTo: ({ params: { id } }) => jobs.get(id),
  });

  route("delete /api/jobs/{id}", {
    summary: "Stop a job",
    description:
      "Answers when it has stopped. Its work is saved: " +
      "the operation `resume` continues it; a check continues if started again. A job that has ended is left unchanged.",
    params,
    answer: jobView,
    answerTo: ({ params: { id } }) => jobs.stop(id),
  });

  routesIn(app, "runs")("get /api/runs", {
    summary: "Unfinished runs",
    description:
      "Sessions, matrices, A/B tests and bisections of the workspace that another process plays (`live`) or that were " +
      "stopped, from their files. Those that a job of this server plays are in GET /api/jobs. " +
      "The operation `resume` takes an id.",
    answer: unfinishedRuns,
    answerTo: () => listUnfinished(playtests, jobs),
  });
}
