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
      summary: "Changes in the workspace, as server-sent events",
      description:
        "Events: `session` {session, turn, outcome} when a turn is saved or a session ends; `job` {job}; `matrix` {matrix, done, planned}. Events of other processes arrive within two seconds. Each event's data repeats its `type`. " +
        "Last-Event-ID and `after` continue after that event; without them, the stream starts now. The last 1,000 events are kept. `reset` means that events were lost: reload everything. At most 64 listeners. " +
        "To fetch only what an event has changed, send `A-IM: json-patch` with a GET request. Its answer has an `ETag`; with that in `If-None-Match`, the next answer is a JSON Patch (226), or the whole answer (200) if the server no longer has the earlier one.",
      request: {
        headers: lastEventId,
        query: z.strictObject({
          after: wholeNumber({
            most: 999_999_999_999_999,
            description:
              "The `lastEvent` of an earlier answer, so that nothing is missed. Last-Event-ID takes precedence.",
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
