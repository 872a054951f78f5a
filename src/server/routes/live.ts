import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Clock } from "../../kernel/clock/index.ts";
import { EVENT_STREAM, eventStream, lastEventId } from "../events/index.ts";
import type { Playtests } from "../playtest/index.ts";
import { Refusal } from "../refusal.ts";
import { refusals } from "./asked.ts";

/** Each holds a connection open. */
const MOST_LISTENERS = 64;

export function addLive(app: OpenAPIHono, { live: { log }, watch, clock, heartbeatMs }: Pick<Playtests, "live" | "watch"> & { clock: Clock; heartbeatMs: number }): void {
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/events",
      tags: ["live"],
      summary: "What happens in the workspace, as server-sent events",
      description:
        "`session` {session, turn, outcome} when a turn is saved or a session ends, at once for what this server plays and within a second or two for other processes; `job` {job}; `matrix` {matrix, done, planned}. Each event's data has its `type` as well. " +
        "Numbered: Last-Event-ID goes on after that event; without it, from now on. `reset` says that events were missed that are not kept any more: ask for everything anew.",
      request: { headers: lastEventId },
      responses: { 200: { description: "Events.", content: { "text/event-stream": { schema: z.string() } } }, ...refusals(422, 429, 503) },
    }),
    (c) => {
      if (log.ended) throw new Refusal({ status: 503, code: "closing", message: "The server is stopping.", remedy: "Ask again when it is back." });
      if (watch.listeners >= MOST_LISTENERS) throw new Refusal({ status: 429, code: "too-many-listeners", message: `${MOST_LISTENERS} are listening.`, remedy: "Close some of the pages." });
      const after = c.req.valid("header")["last-event-id"];
      return c.body(eventStream(log, { after: after === undefined ? log.last : Number(after), clock, heartbeatMs, state: () => ({ type: "reset" }), onGone: watch.join() }), 200, EVENT_STREAM);
    },
  );
}
