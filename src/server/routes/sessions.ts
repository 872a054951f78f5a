import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { sessionPage, sessionQuery, sessionView as sessionViewShape, turnPage } from "../../contract/index.ts";
import { listSessions, sessionView, turnView, type Playtests } from "../playtest/index.ts";
import { invalid } from "../refuse-invalid.ts";
import { answers, limit, refusals, sessionParams } from "./asked.ts";

const PATH = "/api/sessions";
const tags = ["sessions"];

/** Sessions, with everything that was said in them. */
export function addSessions(app: OpenAPIHono, { index, reader }: Pick<Playtests, "index" | "reader">): void {
  app.openapi(
    createRoute({
      method: "get",
      path: PATH,
      tags,
      summary: "Sessions, their branches, and those of matrices and A/B tests",
      description: "Of the workspace's folders `sessions`, `matrices/*/sessions`, `abs/*/sessions` and `bisects/*/sessions`. One that cannot be read is listed with `unreadable`.",
      request: { query: sessionQuery.extend({ limit: limit(200, 50) }) },
      responses: { 200: answers(sessionPage, "A page of sessions."), ...refusals(422) },
    }),
    async (c) => c.json(listSessions(await index.all(), c.req.valid("query")), 200),
  );

  app.openapi(createRoute({ method: "get", path: `${PATH}/{id}`, tags, summary: "A session: result, timeline, turns in numbers, branches", request: { params: sessionParams }, responses: { 200: answers(sessionViewShape, "The session."), ...refusals(400, 404, 422) } }), async (c) => {
    const session = await index.get(c.req.valid("param").id);
    return c.json(sessionView(session, reader.open(session), await index.all()), 200);
  });

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{id}/turns`,
      tags,
      summary: "What was said, turn by turn",
      description: "With `as`, through a player's eyes: only what that seat was told, and what all could hear.",
      request: {
        params: sessionParams,
        query: z.strictObject({
          from: z.coerce.number().int().min(0).max(1_000_000).default(1).openapi({ type: "integer", minimum: 0, default: 1, description: "The first turn." }),
          limit: limit(200, 50),
          as: z.coerce.number().int().min(0).max(100).optional().openapi({ type: "integer", minimum: 0, description: "A player's seat." }),
        }),
      },
      responses: { 200: answers(turnPage, "A page of turns; `next` is the `from` of the next."), ...refusals(400, 404, 422) },
    }),
    async (c) => {
      const { from, limit, as: seat } = c.req.valid("query");
      const open = reader.open(await index.get(c.req.valid("param").id));
      const { records, config } = open.state;
      if (seat !== undefined && config.group.players[seat] === undefined) throw invalid([{ field: "as", in: "query", message: `there are seats 0 to ${config.group.players.length - 1}` }]);
      const rest = records.filter(({ turn }) => turn >= from);
      return c.json({ turns: rest.slice(0, limit).map((record) => turnView(record, open, seat)), total: records.length, next: rest[limit] ? String(rest[limit].turn) : null }, 200);
    },
  );

  app.openapi(createRoute({ method: "get", path: `${PATH}/{id}/report`, tags, summary: "The session's report, as Markdown", request: { params: sessionParams }, responses: { 200: { description: "Markdown.", content: { "text/plain": { schema: z.string() } } }, ...refusals(400, 404, 422) } }), async (c) => c.text(reader.report(await index.get(c.req.valid("param").id)), 200));
}
