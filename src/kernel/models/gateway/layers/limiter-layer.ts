import type { Call, Layer } from "../call.ts";
import { InvalidReplyError, MoneyTight, ProviderFailure } from "../failures/failures.ts";
import { listenForSends } from "../../sending.ts";
import { type Ending, createRateLimit, type RateLimit } from "./rate-limit.ts";
import type { Limits } from "../../../../contract/index.ts";
import type { Clock } from "../../../clock/index.ts";

/** Starts an attempt when its provider's limits allow it, and reports the outcome to the limiter. */
export function limiterLayer({
  limiter,
  limitsOf,
}: {
  limiter: Limiter;
  limitsOf: (call: Call) => readonly string[];
}): Layer {
  return (next) => async (attempt) => {
    await attempt.call.prepare();
    const slot = await limiter.take(limitsOf(attempt.call as Call), {
      signal: attempt.call.signal,
      again: attempt.number > 1,
    });
    try {
      const performed = await listenForSends(slot.sent, () => next(attempt));
      slot.release({ how: "answered" });
      return performed;
    } catch (error) {
      slot.release(endingOf(error));
      throw error;
    }
  };
}

function endingOf(error: unknown): Ending {
  if (error instanceof MoneyTight) return { how: "unused" };
  if (error instanceof InvalidReplyError) return { how: "answered" };
  if (error instanceof ProviderFailure && error.status === 429)
    return { how: "limited", retryAfterMs: error.retryAfterMs };
  return { how: "failed" };
}

/**
 * Decides when a call may start. A call has one or two rate limits (its provider's, and its model's where the settings
 * give one) and starts when both allow it, in the order of request. Retries go first. A waiting call holds no slot, so
 * slow calls overlap, and spacing is counted between starts.
 */
export type Limiter = {
  take(names: readonly string[], options?: { signal?: AbortSignal; again?: boolean }): Promise<Slot>;
};
type Slot = { sent(): void; release(how: Ending): void };

type Waiter = {
  start: (now: number) => void;
  cancelled: boolean;
  /** Order of request; retries count as older than all others. */ order: number;
};
/** `first`: the retries. */
type Line = { rateLimits: RateLimit[]; first: Waiter[]; queue: Waiter[] };

/** More than will ever be requested. */
const AGES = Number.MAX_SAFE_INTEGER / 2;

export function createLimiter({
  limits,
  clock,
}: {
  limits: (rateLimit: string) => Limits;
  clock: Clock;
}): Limiter {
  const rateLimits = new Map<string, RateLimit>();
  const lines = new Map<string, Line>();
  let alarm: AbortController | undefined;
  let asked = 0;

  const rateLimitOf = (name: string): RateLimit => {
    const rateLimit = rateLimits.get(name) ?? createRateLimit(limits(name));
    rateLimits.set(name, rateLimit);
    return rateLimit;
  };
  const lineOf = (names: readonly string[]): Line => {
    const key = names.join("\n");
    const line = lines.get(key) ?? { rateLimits: names.map(rateLimitOf), first: [], queue: [] };
    lines.set(key, line);
    return line;
  };

  const headOf = ({ first, queue }: Line): Waiter | undefined => {
    while (first[0]?.cancelled) first.shift();
    while (queue[0]?.cancelled) queue.shift();
    return first[0] ?? queue[0];
  };

  /** Starts every call that may start, and sets one timer for the next moment at which another can. */
  const pump = () => {
    alarm?.abort();
    alarm = undefined;
    let wakeAt = Infinity;
    for (;;) {
      const now = clock.now();
      wakeAt = Infinity;
      let next: { line: Line; waiter: Waiter } | undefined;
      for (const line of lines.values()) {
        const waiter = headOf(line);
        if (!waiter) continue;
        const ready = Math.max(...line.rateLimits.map((rateLimit) => rateLimit.freeAt(now)));
        if (ready > now) wakeAt = Math.min(wakeAt, ready);
        // Of the calls that may start, the one that has waited longest: queues that share a rate limit must not starve
        // each other.
        else if (!next || waiter.order < next.waiter.order) next = { line, waiter };
      }
      if (!next) break;
      (next.line.first.length > 0 ? next.line.first : next.line.queue).shift();
      // One timestamp for all: a start is returned by its time.
      for (const rateLimit of next.line.rateLimits) rateLimit.start(now);
      next.waiter.start(now);
    }
    if (wakeAt === Infinity) return;
    alarm = new AbortController();
    clock.sleep(wakeAt - clock.now(), alarm.signal).then(pump, () => {});
  };

  const slotOn = ({ rateLimits }: Line, startedAt: number): Slot => ({
    sent() {
      for (const rateLimit of rateLimits) rateLimit.sent(clock.now());
    },
    release(ending) {
      const paced = rateLimits.some(({ spaced }) => spaced);
      for (const rateLimit of rateLimits) rateLimit.end({ ...ending, startedAt, now: clock.now(), paced });
      pump();
    },
  });

  return {
    take: (names, { signal, again = false } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const line = lineOf(names);
        const cancel = () => {
          waiter.cancelled = true;
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          order: asked++ - (again ? AGES : 0),
          cancelled: false,
          start: (startedAt) => {
            signal?.removeEventListener("abort", cancel);
            resolve(slotOn(line, startedAt));
          },
        };
        signal?.addEventListener("abort", cancel, { once: true });
        (again ? line.first : line.queue).push(waiter);
        // Behind others nothing has changed: the front of the queue decides.
        if ((line.first[0] ?? line.queue[0]) === waiter) pump();
      }),
  };
}
