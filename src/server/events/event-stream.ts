/** An event log as server-sent events, with heartbeats and resuming after Last-Event-ID. */
import { z } from "@hono/zod-openapi";
import type { Clock } from "../../kernel/clock/index.ts";
import type { EventLog } from "./event-log.ts";

type EventStreamOptions = {
  /** The number of the last event that the listener had; 0 at first. */
  after: number;
  clock: Clock;
  heartbeatMs: number;
  /** The whole state, for a listener who missed events. */
  state: () => unknown;
  /** Called when reading begins; returns a function to call when the listener leaves. Undefined: there are too many listeners. */
  join?: () => (() => void) | undefined;
  /** The request's: a listener can hang up before the stream is read, and then nothing cancels it. */
  signal?: AbortSignal;
};

export const EVENT_STREAM = { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" };

/** The header that a reconnecting browser sends by itself. */
export const lastEventId = z.object({
  "last-event-id": z
    .string()
    .regex(/^\d{1,15}$/, "expected the number of an event")
    .optional()
    .openapi({ description: "The number of the last event received." }),
});

const RETRY_MS = 2_000;

/**
 * A log as server-sent events, from the listener's position. Slow listeners are not buffered for: they read the log
 * later.
 */
export function eventStream(
  log: EventLog,
  { after, clock, heartbeatMs, state, join = () => () => {}, signal }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const gone = new AbortController();
  let leave: (() => void) | undefined;
  let at = after;
  let isCancelled = false;

  const go = () => {
    signal?.removeEventListener("abort", go);
    gone.abort();
    leave?.();
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(`${text}\n\n`));
        const close = () => {
          go();
          controller.close();
        };
        if (leave === undefined) {
          if (signal?.aborted) return close();
          leave = join();
          if (leave === undefined) return close();
          signal?.addEventListener("abort", go);
          // Sends the number immediately, so that a listener cut off before the first event reconnects with it.
          return send(`retry: ${RETRY_MS}\nid: ${after}`);
        }
        for (;;) {
          if (gone.signal.aborted) return isCancelled ? undefined : close();
          const next = log.after(at);
          if (next === "lost") {
            at = log.forgotten;
            return send(`id: ${at}\nevent: reset\ndata: ${JSON.stringify(state())}`);
          }
          if (next) {
            at = next.id;
            return send(`id: ${next.id}\nevent: ${next.event}\ndata: ${next.data}`);
          }
          if (log.ended) return close();
          // A comment keeps the connection open and reveals a listener who has left.
          if (!(await newsWithin(heartbeatMs)) && !gone.signal.aborted) return send(": still here");
        }
      },
      cancel: () => {
        isCancelled = true;
        go();
      },
    },
    // Nothing is prepared before the first read.
    { highWaterMark: 0 },
  );

  async function newsWithin(ms: number): Promise<boolean> {
    const news = new AbortController();
    const takeBack = log.onNext(() => news.abort());
    await clock.sleep(ms, AbortSignal.any([gone.signal, news.signal])).catch(() => {});
    takeBack();
    return news.signal.aborted;
  }
}
