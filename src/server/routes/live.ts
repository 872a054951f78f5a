/** GET /api/events: what changes in the workspace. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { stream } from "hono/streaming";
import type { LiveEvent } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import type { Playtests } from "../playtest/index.ts";
import { busy, serverClosing } from "../problem.ts";
import { refused } from "./route-schemas.ts";

/** Each listener holds a connection open. */
const MOST_LISTENERS = 64;
/** Five updates a second are enough for a page. */
const BATCH_MS = 200;
const RETRY_MS = 2_000;

export function addLive(
  app: OpenAPIHono,
  {
    live,
    watch,
    clock,
    heartbeatMs,
  }: Pick<Playtests, "live" | "watch"> & { clock: Clock; heartbeatMs: number },
): void {
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/events",
      tags: ["live"],
      summary: "What changes in the workspace, as server-sent events",
      description:
        "Events: `session` {session, turn} when a turn is saved or a session ends; `experiment` {kind, id}; " +
        "`job` {job}, also for check runs. They say what has changed: " +
        "fetch it, for example with GET /api/sessions/{id}/turns?from=TURN. Each event's data repeats its `type`. " +
        "Events from other processes arrive within two seconds. " +
        "Events are not stored: after connecting, fetch what you show. At most 64 listeners.",
      responses: {
        200: { description: "Events.", content: { "text/event-stream": { schema: z.string() } } },
        ...refused,
      },
    }),
    (c) => {
      if (live.ended) throw serverClosing();
      if (live.listeners >= MOST_LISTENERS)
        throw busy(
          429,
          `${MOST_LISTENERS} listeners are already connected.`,
          "Close some pages that show this server.",
        );
      c.header("Content-Type", "text/event-stream");
      c.header("X-Accel-Buffering", "no");
      return stream(c, async (listener) => {
        /** Not sent yet. A slow listener hears of each thing once, with its latest turn. */
        const changes = new Map<string, LiveEvent>();
        const gone = new AbortController();
        let news = new AbortController();
        const stopListening = live.listen(
          (event) => {
            changes.set(JSON.stringify({ ...event, turn: undefined }), event);
            news.abort();
          },
          () => gone.abort(),
        );
        const stopWatching = watch.join();
        listener.onAbort(() => gone.abort());
        // A listener can hang up before the stream is read, and then nothing cancels it.
        const { signal } = c.req.raw;
        signal.addEventListener("abort", () => listener.abort());
        if (signal.aborted) listener.abort();
        const sleep = (ms: number, until: AbortSignal) => clock.sleep(ms, until).catch(() => {});
        try {
          await listener.write(`retry: ${RETRY_MS}\n\n`);
          for (;;) {
            for (const [key, event] of changes) {
              changes.delete(key);
              await listener.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
            }
            if (gone.signal.aborted) return;
            await sleep(BATCH_MS, gone.signal);
            news = new AbortController();
            if (changes.size > 0 || gone.signal.aborted) continue;
            await sleep(heartbeatMs, AbortSignal.any([gone.signal, news.signal]));
            // A comment keeps the connection open and reveals a listener who has left.
            if (changes.size === 0 && !gone.signal.aborted) await listener.write(": still here\n\n");
          }
        } finally {
          stopListening();
          stopWatching();
        }
      });
    },
  );
}
