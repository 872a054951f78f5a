import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Harness } from "../../kernel/run/index.ts";
import type { Playtests } from "../playtest/index.ts";
import { addCompare } from "./compare.ts";
import { addIssues } from "./issues.ts";
import { addJobs } from "./jobs.ts";
import { addLive } from "./live.ts";
import { addMatrices } from "./matrices.ts";
import { addSessions } from "./sessions.ts";

/** Everything about playtests. */
export function addPlaytests(
  app: OpenAPIHono,
  playtests: Playtests,
  { harness, heartbeatMs }: { harness: Harness; heartbeatMs: number },
): void {
  addSessions(app, playtests);
  addCompare(app, { ...playtests, harness });
  addIssues(app, playtests);
  addMatrices(app, playtests);
  addJobs(app, playtests);
  addLive(app, { ...playtests, clock: harness.clock, heartbeatMs });
}
