/** GET /api/issues and GET /api/issue-kinds. */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { issueKindQuery, issueKindsView, issuePage, issueQuery } from "../../contract/index.ts";
import { listIssueKinds, listIssues, type Playtests } from "../playtest/index.ts";
import { answers, limit, refusals } from "./route-schemas.ts";

const tags = ["issues"];

export function addIssues(app: OpenAPIHono, { index }: Pick<Playtests, "index">): void {
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/issues",
      tags,
      summary: "Issues of all sessions",
      description:
        "Newest session first, or by `sort`. Each issue is listed once, under the session that played its turn. `facets` lists the values of each filter, with the number of issues each would show if the other filters stay as they are.",
      request: { query: issueQuery.extend({ limit: limit(200, 50) }) },
      responses: { 200: answers(issuePage, "A page of issues."), ...refusals(422) },
    }),
    async (c) => c.json(listIssues(await index.all(), c.req.valid("query")), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/issue-kinds",
      tags,
      summary: "Kinds of issues: how many points and sessions each affects, with examples",
      description:
        "The kinds with the most errors first. `worst`: errors before warnings, then by confidence, then newest. `newest` is absent if it is the same issue.",
      request: { query: issueKindQuery },
      responses: { 200: answers(issueKindsView, "The kinds found."), ...refusals(422) },
    }),
    async (c) => c.json(listIssueKinds(await index.all(), c.req.valid("query")), 200),
  );
}
