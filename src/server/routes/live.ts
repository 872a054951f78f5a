/** GET /api/events: what changes in the workspace. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Clock } from "../../kernel/clock/index.ts";
import { createListenerLimit, EVENT_STREAM, eventStream, lastEventId } from "../events/index.ts";
import type { Playtests } from "../playtest/index.ts";
import { serverClosing } from "../problem.ts";
import { refusals, wholeNumber } from "./route-schemas.ts";

export function addLive(
  app: OpenAPIHono,
  {
    live: { log },
    watch,
    clock,
    heartbeatMs,
  }: Pick<Playtests, "live" | "watch"> & { clock: Clock; heartbeatMs: number },
): void {
  const listeners = createListenerLimit();
  const join = () => {
    const leave = listeners.take();
    if (!leave) return undefined;
    const look = watch.join();
    return () => {
      leave();
      look();
    };
  };

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/events",
      tags: ["live"],
      summary: "What happens in the workspace, as server-sent events",
      description:
        "`session` {session, turn, outcome} when a turn is saved or a session ends, at once for what this server plays and within a second or two for other processes; `job` {job}; `matrix` {matrix, done, planned}. Each event's data has its `type` as well. " +
        "Numbered: Last-Event-ID goes on after that event, and so does `after`, which is for the `lastEvent` of what was looked up before listening; without either, from now on. `reset` says that events were missed that are not kept any more: ask for everything anew.",
      request: {
        headers: lastEventId,
        query: z.strictObject({
          after: wholeNumber({
            most: 999_999_999_999_999,
            description: "The `lastEvent` of an answer. Last-Event-ID comes before it.",
          }).optional(),
        }),
      },
      responses: {
        200: { description: "Events.", content: { "text/event-stream": { schema: z.string() } } },
        ...refusals(422, 429, 503),
      },
    }),
    (c) => {
      if (log.ended) throw serverClosing();
      listeners.require();
      const after = Number(c.req.valid("header")["last-event-id"] ?? c.req.valid("query").after ?? log.last);
      return c.body(
        eventStream(log, {
          after,
          clock,
          heartbeatMs,
          state: () => ({ type: "reset" }),
          join,
          signal: c.req.raw.signal,
        }),
        200,
        EVENT_STREAM,
      );
    },
  );
}
