/** GET /api/sessions with their turns and checkpoints; the issues of all of them, and comparison. */
import { relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import {
  checkpoint,
  comparisonView,
  issuePage,
  issueQuery,
  sessionPage,
  sessionQuery,
  sessionView as sessionViewShape,
  turnPage,
} from "../../contract/index.ts";
import {
  compareForView,
  listIssues,
  listSessions,
  playerTurns,
  playerView,
  readCheckpoint,
  sessionView,
  turnViews,
  type OpenSession,
  type Playtests,
} from "../playtest/index.ts";
import { invalid } from "../problem.ts";
import { ids, limit, routesIn, sessionParams, wholeNumber, yesNo } from "./route-schemas.ts";

const as = wholeNumber({
  most: 100,
  description: "A seat, from 0: show only what that player knows.",
}).optional();

const partial = yesNo(
  false,
  "Do not wait: answer with the sessions read so far (`reading` counts them), or with those of the last check.",
);

/** Each is read whole and measured. */
const MOST_COMPARED = 12;

const comparedQuery = z
  .strictObject({
    sessions: ids(
      `Ids of 2 to ${MOST_COMPARED} sessions, comma-separated or repeated. The others are compared with the first.`,
    ),
  })
  .superRefine(({ sessions = [] }, context) => {
    if (new Set(sessions).size !== sessions.length || sessions.length < 2 || sessions.length > MOST_COMPARED)
      context.addIssue({
        code: "custom",
        path: ["sessions"],
        message: `expected 2 to ${MOST_COMPARED} different sessions`,
      });
  });

type Sessions = Pick<Playtests, "index" | "reader" | "workspace">;

export function addSessions(app: OpenAPIHono, { index, reader, workspace }: Sessions): void {
  const route = routesIn(app, "sessions");
  const known = async (partial: boolean): ReturnType<typeof index.soFar> =>
    partial ? index.soFar() : { sessions: await index.all() };

  route("get /api/sessions", {
    summary: "Sessions, their branches, and those of matrices and A/B tests",
    description:
      "Active sessions first (`live`), then the newest. " +
      "An id is the name of the session's folder in `sessions`; " +
      "`MATRIX~SESSION`, `ab~TEST~SESSION` or `bisect~SEARCH~SESSION` elsewhere. " +
      "A branch's issues, metrics and score cover only its own turns. " +
      "If a session file cannot be read, `unreadable` names it and the remedy, and `turns` counts the turns before it.",
    query: sessionQuery.extend({ limit: limit(200, 50), partial }),
    answer: sessionPage,
    async answerTo({ query: { partial, ...query } }) {
      const { sessions, reading } = await known(partial);
      return { ...listSessions(sessions, query), reading };
    },
  });

  route("get /api/sessions/{id}", {
    summary: "One session: result, timeline, numbers of each turn, branches",
    description:
      "With `as`, only what that player knows: no findings, scores or branches, and only the names of the other players.",
    params: sessionParams,
    query: z.strictObject({ as }),
    answer: sessionViewShape,
    async answerTo({ params: { id }, query }) {
      const session = await index.get(id);
      const open = reader.open(session);
      const seat = seatIn(open, query.as);
      const { sessions: all, reading } = await index.soFar();
      const view = sessionView(session, open, { all, calibrations: reader.calibrations() });
      return seat === undefined ? { ...view, reading } : playerView(view, seat);
    },
  });

  route("get /api/sessions/{id}/turns", {
    summary: "The transcript, turn by turn",
    description: "With `as`, only the text that this player heard. `next` is the `from` of the next page.",
    params: sessionParams,
    query: z.strictObject({
      from: wholeNumber({ most: 1_000_000, description: "The first turn." })
        .default(1)
        .openapi({ default: 1 }),
      limit: limit(200, 50),
      as,
    }),
    answer: turnPage,
    async answerTo({ params: { id }, query: { from, limit, as } }) {
      const open = reader.open(await index.get(id));
      const seat = seatIn(open, as);
      const { records } = open.state;
      const rest = records.filter(({ turn }) => turn >= from);
      const page = {
        turns: turnViews(rest.slice(0, limit), open),
        total: records.length,
        next: rest[limit] ? String(rest[limit].turn) : null,
      };
      return seat === undefined ? page : playerTurns(page, seat);
    },
  });

  route("get /api/sessions/{id}/checkpoints/{turn}", {
    summary: "The whole state after a turn",
    description: "The same as `rehearse export DIR --checkpoint N`. It includes every player's secrets.",
    params: sessionParams.extend({
      turn: wholeNumber({ most: 1_000_000, description: "The turn; 0 is the start of the session." }),
    }),
    query: z.strictObject({}),
    answer: checkpoint.meta({ id: "Checkpoint" }),
    answerTo: async ({ params: { id, turn } }) => readCheckpoint(await index.get(id), turn),
  });

  routesIn(app, "issues")("get /api/issues", {
    summary: "Issues of all sessions",
    description:
      "The costliest first. Each issue is listed once, under the session that played its turn. " +
      "`facets` lists the values of each filter, " +
      "with the number of issues each would show if the other filters stay as they are.",
    query: issueQuery.extend({ limit: limit(200, 50) }),
    answer: issuePage,
    answerTo: async ({ query }) => listIssues(await index.all(), query),
  });

  route("get /api/compare", {
    summary: "Compare sessions or branches",
    description:
      "What each lost, which problems differ, settings, and the first turn that differs. " +
      "Branches are compared over the turns that all of them have after the branch point. " +
      "Facts, not a test: one pair cannot tell cause from luck.",
    query: comparedQuery,
    answer: comparisonView,
    async answerTo({ query: { sessions = [] } }) {
      const compared = [];
      for (const id of sessions) {
        const session = await index.get(id);
        compared.push({ id, dir: relative(workspace, session.dir), ...reader.open(session) });
        await setImmediate();
      }
      return compareForView(compared);
    },
  });
}

function seatIn({ state: { config } }: OpenSession, seat: number | undefined): number | undefined {
  if (seat !== undefined && config.group.players[seat] === undefined)
    throw invalid(
      "as",
      `seat ${seat} does not exist; this session has seats 0 to ${config.group.players.length - 1}`,
    );
  return seat;
}
