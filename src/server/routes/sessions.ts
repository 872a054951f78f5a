/** GET /api/sessions with their turns, checkpoints and reports, and GET /api/issues. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import {
  checkpoint,
  issuePage,
  issueQuery,
  sessionPage,
  sessionQuery,
  sessionView as sessionViewShape,
  turnPage,
  type SessionCard,
} from "../../contract/index.ts";
import {
  listIssues,
  listSessions,
  readCheckpoint,
  seenBy,
  sessionView,
  turnView,
  type OpenSession,
  type Playtests,
} from "../playtest/index.ts";
import { invalid } from "../problem.ts";
import { answers, limit, refusals, sessionParams, wholeNumber } from "./route-schemas.ts";

const PATH = "/api/sessions";
const tags = ["sessions"];

const as = wholeNumber({ most: 100, description: "A player's seat: through that player's eyes." }).optional();

export function addSessions(
  app: OpenAPIHono,
  { index, reader, jobs, live: { log } }: Pick<Playtests, "index" | "reader" | "jobs" | "live">,
): void {
  app.openapi(
    createRoute({
      method: "get",
      path: PATH,
      tags,
      summary: "Sessions, their branches, and those of matrices and A/B tests",
      description:
        "Of the workspace's folders `sessions`, `matrices/*/sessions`, `abs/*/sessions` and `bisects/*/sessions`. `damage` tells of files that are spoiled; one of which nothing can be read is listed with `unreadable`.",
      request: { query: sessionQuery.extend({ limit: limit(200, 50) }) },
      responses: { 200: answers(sessionPage, "A page of sessions."), ...refusals(422) },
    }),
    async (c) => {
      const lastEvent = log.last;
      const { sessions, ...page } = listSessions(await index.all(), c.req.valid("query"));
      return c.json(
        { sessions: sessions.map((card) => withStop(card, jobs.plays)), ...page, lastEvent },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{id}`,
      tags,
      summary: "A session: result, timeline, turns in numbers, branches",
      description:
        "With `as`, through a player's eyes: no finding, no score, no price and no branch, and of the other players their names alone.",
      request: { params: sessionParams, query: z.strictObject({ as }) },
      responses: { 200: answers(sessionViewShape, "The session."), ...refusals(400, 404, 422) },
    }),
    async (c) => {
      const lastEvent = log.last;
      const session = await index.get(c.req.valid("param").id);
      const open = await reader.open(session);
      const seat = seatIn(open, c.req.valid("query").as);
      const view = sessionView(
        { ...session, card: withStop(session.card, jobs.plays) },
        open,
        await index.all(),
      );
      return c.json({ ...(seat === undefined ? view : seenBy(seat, view)), lastEvent }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{id}/turns`,
      tags,
      summary: "What was said, turn by turn",
      description:
        "With `as`, through a player's eyes: only what that seat was told, and what all could hear.",
      request: {
        params: sessionParams,
        query: z.strictObject({
          from: wholeNumber({ most: 1_000_000, description: "The first turn." })
            .default(1)
            .openapi({ default: 1 }),
          limit: limit(200, 50),
          as,
        }),
      },
      responses: {
        200: answers(turnPage, "A page of turns; `next` is the `from` of the next."),
        ...refusals(400, 404, 422),
      },
    }),
    async (c) => {
      const { from, limit, as } = c.req.valid("query");
      const lastEvent = log.last;
      const open = await reader.open(await index.get(c.req.valid("param").id));
      const seat = seatIn(open, as);
      const { records } = open.state;
      const rest = records.filter(({ turn }) => turn >= from);
      return c.json(
        {
          turns: rest.slice(0, limit).map((record) => turnView(record, open, seat)),
          total: records.length,
          next: rest[limit] ? String(rest[limit].turn) : null,
          lastEvent,
        },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{id}/checkpoints/{turn}`,
      tags,
      summary: "Everything that is known after a turn",
      description:
        "What `rehearse checkpoint --json` prints of a `turn-N.json`: folded with those before it, with everybody's secrets.",
      request: {
        params: sessionParams.extend({
          turn: wholeNumber({ most: 1_000_000, description: "0: the session's start." }),
        }),
        query: z.strictObject({}),
      },
      responses: {
        200: answers(checkpoint.meta({ id: "Checkpoint" }), "The checkpoint."),
        ...refusals(400, 404, 422),
      },
    }),
    async (c) => {
      const { id, turn } = c.req.valid("param");
      return c.json(readCheckpoint(await index.get(id), turn), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{id}/report`,
      tags,
      summary: "The session's report, as Markdown",
      description: "It contains everything. There is no report from a player's point of view.",
      request: { params: sessionParams, query: z.strictObject({}) },
      responses: {
        200: { description: "Markdown.", content: { "text/plain": { schema: z.string() } } },
        ...refusals(400, 404, 422),
      },
    }),
    async (c) => c.text(await reader.report(await index.get(c.req.valid("param").id)), 200),
  );
}

function seatIn({ state: { config } }: OpenSession, seat: number | undefined): number | undefined {
  if (seat !== undefined && config.group.players[seat] === undefined)
    throw invalid([
      { field: "as", in: "query", message: `there are seats 0 to ${config.group.players.length - 1}` },
    ]);
  return seat;
}

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

/** Whether a page can stop the session, and if not, why. */
function withStop(card: SessionCard, plays: (session: string) => boolean): SessionCard {
  if (!card.live) return card;
  return plays(card.id)
    ? { ...card, stoppable: true }
    : {
        ...card,
        notStoppable:
          "Another process plays it. Where it was started, Ctrl+C stops it and keeps what was played.",
      };
}
