/** GET /api/search. */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { searchPage, searchQuery } from "../../contract/index.ts";
import type { Search } from "../search/index.ts";
import { answers, limit, refusals } from "./route-schemas.ts";

export function addSearch(app: OpenAPIHono, search: Search): void {
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/search",
      tags: ["sessions"],
      summary: "Search the transcripts, findings and prompts of all sessions",
      description:
        "Newest session first, each with its first matching passages. It includes every player's secrets, marked `private`.",
      request: { query: searchQuery.extend({ limit: limit(50, 20) }) },
      responses: { 200: answers(searchPage, "A page of sessions."), ...refusals(422) },
    }),
    async (c) => c.json(await search(c.req.valid("query"), c.req.raw.signal), 200),
  );
}
