/** GET /api/sessions with their turns, checkpoints and reports. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import {
  checkpoint,
  originPage,
  originQuery,
  sessionPage,
  sessionQuery,
  sessionView as sessionViewShape,
  turnPage,
  type SessionCard,
} from "../../contract/index.ts";
import type { Jobs } from "../jobs/index.ts";
import {
  listOrigins,
  listSessions,
  readCheckpoint,
  seenBy,
  sessionView,
  turnViews,
  type OpenSession,
  type Playtests,
} from "../playtest/index.ts";
import { invalid } from "../problem.ts";
import { answers, limit, refusals, sessionParams, wholeNumber, yesNo } from "./route-schemas.ts";

const PATH = "/api/sessions";
const tags = ["sessions"];

const as = wholeNumber({
  most: 100,
  description: "A seat, from 0: show only what that player knows.",
}).optional();

const partial = yesNo(
  false,
  "Do not wait: answer with the sessions read so far (`reading` counts them), or with those of the last check.",
);

export function addSessions(
  app: OpenAPIHono,
  { index, reader, jobs }: Pick<Playtests, "index" | "reader"> & { jobs: Jobs },
): void {
  const known = async (partial: boolean): ReturnType<typeof index.soFar> =>
    partial ? index.soFar() : { sessions: await index.all() };

  app.openapi(
    createRoute({
      method: "get",
      path: PATH,
      tags,
      summary: "Sessions, their branches, and those of matrices and A/B tests",
      description:
        "Active sessions first (`live`), then by `sort`. An id is the name of the session's folder in `sessions`; `MATRIX~SESSION`, `ab~TEST~SESSION` or `bisect~SEARCH~SESSION` elsewhere. A branch's issues, metrics and score cover only its own turns. If a session file cannot be read, `unreadable` names it and the remedy, and `turns` counts the turns before it. With `origin` and without `sort`, branches follow their parents.",
      request: { query: sessionQuery.extend({ limit: limit(200, 50), partial }) },
      responses: { 200: answers(sessionPage, "A page of sessions."), ...refusals(422) },
    }),
    async (c) => {
      const { partial, ...query } = c.req.valid("query");
      const { sessions: all, reading } = await known(partial);
      const { sessions, ...page } = listSessions(all, query);
      return c.json(
        {
          sessions: sessions.map((card) => withStop(card, jobs.plays)),
          ...page,
          ...(reading && { reading }),
        },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/origins",
      tags,
      summary: "Sessions under their origins: branches under their session, others under their experiment",
      description:
        "A row is a session played by itself, with its branches counted, or a matrix, A/B test or bisection with its sessions. `GET /api/sessions?origin=KEY` lists the sessions under a row. Filters keep a row if it or a session under it passes.",
      request: { query: originQuery.extend({ limit: limit(200, 50), partial }) },
      responses: { 200: answers(originPage, "A page of origins."), ...refusals(422) },
    }),
    async (c) => {
      const { partial, ...query } = c.req.valid("query");
      const { sessions: all, reading } = await known(partial);
      const { origins, ...page } = listOrigins(all, query);
      return c.json(
        {
          origins: origins.map(({ card, ...row }) => ({
            ...row,
            ...(card && { card: withStop(card, jobs.plays) }),
          })),
          ...page,
          ...(reading && { reading }),
        },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{id}`,
      tags,
      summary: "One session: result, timeline, numbers of each turn, branches",
      description:
        "With `as`, only what that player knows: no issues, scores, costs or branches, and only the names of the other players.",
      request: { params: sessionParams, query: z.strictObject({ as }) },
      responses: { 200: answers(sessionViewShape, "The session."), ...refusals(400, 404, 422) },
    }),
    async (c) => {
      const session = await index.get(c.req.valid("param").id);
      const open = reader.open(session);
      const seat = seatIn(open, c.req.valid("query").as);
      const { sessions: all, reading } = await index.soFar();
      const view = sessionView({ ...session, card: withStop(session.card, jobs.plays) }, open, {
        all,
        calibrations: reader.calibrations(),
      });
      const shown = seat === undefined ? { ...view, ...(reading && { reading }) } : seenBy(seat, view);
      return c.json({ ...shown }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{id}/turns`,
      tags,
      summary: "The transcript, turn by turn",
      description: "With `as`, only the text that this player heard.",
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
      const open = reader.open(await index.get(c.req.valid("param").id));
      const seat = seatIn(open, as);
      const { records } = open.state;
      const rest = records.filter(({ turn }) => turn >= from);
      return c.json(
        {
          turns: turnViews(rest.slice(0, limit), open, seat),
          total: records.length,
          next: rest[limit] ? String(rest[limit].turn) : null,
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
      summary: "The whole state after a turn",
      description: "The same as `rehearse export DIR --checkpoint N`. It includes every player's secrets.",
      request: {
        params: sessionParams.extend({
          turn: wholeNumber({ most: 1_000_000, description: "The turn; 0 is the start of the session." }),
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
      description: "It includes every player's secrets. `as` is not available here.",
      request: { params: sessionParams, query: z.strictObject({}) },
      responses: {
        200: { description: "Markdown.", content: { "text/plain": { schema: z.string() } } },
        ...refusals(400, 404, 422),
      },
    }),
    async (c) => c.text(reader.report(await index.get(c.req.valid("param").id)), 200),
  );
}

function seatIn({ state: { config } }: OpenSession, seat: number | undefined): number | undefined {
  if (seat !== undefined && config.group.players[seat] === undefined)
    throw invalid(
      "as",
      `seat ${seat} does not exist; this session has seats 0 to ${config.group.players.length - 1}`,
    );
  return seat;
}

/** Whether a page can stop the session, and if not, why. */
function withStop(card: SessionCard, plays: Jobs["plays"]): SessionCard {
  if (!card.live) return card;
  return plays({ id: card.id, of: card.of })
    ? { ...card, stoppable: true }
    : {
        ...card,
        notStoppable:
          "Another process is playing this session. Press Ctrl+C there to stop it; played turns are kept.",
      };
}
