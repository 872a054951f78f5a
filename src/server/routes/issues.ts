import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { issuePage, issueQuery } from "../../contract/index.ts";
import { listIssues, type Playtests } from "../playtest/index.ts";
import { answers, limit, refusals } from "./asked.ts";

export function addIssues(
  app: OpenAPIHono,
  { index, live: { log } }: Pick<Playtests, "index" | "live">,
): void {
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/issues",
      tags: ["issues"],
      summary: "What went wrong, over all sessions",
      description:
        "Those of the newest session first. An issue is told once, by the session in which its turn was played: of a branch there are those of its own turns. `facets` say what each filter could be set to, and how many issues that would show, the other filters left as they are.",
      request: { query: issueQuery.extend({ limit: limit(200, 50) }) },
      responses: { 200: answers(issuePage, "A page of issues."), ...refusals(422) },
    }),
    async (c) => {
      const lastEvent = log.last;
      return c.json({ ...listIssues(await index.all(), c.req.valid("query")), lastEvent }, 200);
    },
  );
}
