import { z } from "@hono/zod-openapi";
import type { Clock } from "../../kernel/clock/index.ts";
import type { EventLog } from "./event-log.ts";

export type EventStreamOptions = {
  /** The number of the last event that the listener had; 0 at first. */
  after: number;
  clock: Clock;
  heartbeatMs: number;
  /** What a listener needs to know who missed something. */
  state: () => unknown;
  /** Told when the listener has left, or the log has ended. */
  onGone?: () => void;
};

export const EVENT_STREAM = { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" };

/** What a listener who comes back sends, as browsers do by themselves. */
export const lastEventId = z.object({ "last-event-id": z.string().regex(/^\d{1,15}$/, "give the number of an event").optional().openapi({ description: "The last event that was seen." }) });

/** How long a browser waits before it comes back. */
const RETRY_MS = 2_000;

/** A log as server-sent events, from where the listener was. One that reads slowly gets the same, later; nothing is piled up for it. */
export function eventStream(log: EventLog, { after, clock, heartbeatMs, state, onGone = () => {} }: EventStreamOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const gone = new AbortController();
  let at = after;

  return new ReadableStream<Uint8Array>({
    // The number at once: who is cut off before the first event comes back with it.
    start: (controller) => controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\nid: ${after}\n\n`)),
    async pull(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(`${text}\n\n`));
      for (;;) {
        const next = log.after(at);
        if (next === "lost") {
          at = log.forgotten;
          return send(`id: ${at}\nevent: reset\ndata: ${JSON.stringify(state())}`);
        }
        if (next) {
          at = next.id;
          return send(`id: ${next.id}\nevent: ${next.event}\ndata: ${next.data}`);
        }
        if (log.ended) {
          onGone();
          return controller.close();
        }
        const news = await newsWithin(heartbeatMs);
        if (gone.signal.aborted) return;
        // A comment: it keeps the connection open, and shows that nobody reads where that is so.
        if (!news) return send(": still here");
      }
    },
    cancel: () => {
      gone.abort();
      onGone();
    },
  });

  async function newsWithin(ms: number): Promise<boolean> {
    const enough = new AbortController();
    try {
      const quiet = clock.sleep(ms, AbortSignal.any([enough.signal, gone.signal])).then(
        () => false,
        () => false,
      );
      return await Promise.race([log.changed().then(() => true), quiet]);
    } finally {
      enough.abort();
    }
  }
}
