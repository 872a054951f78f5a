import type { Limits } from "../../../../contract/index.ts";

const MINUTE = 60_000;
/** One call's long Retry-After must not block all others indefinitely: they ask for themselves. */
const LONGEST_PAUSE = MINUTE;

/** How a call ended. `unused`: it was never sent, so its start must not count. */
export type Ending = { how: "answered" | "failed" | "unused" } | { how: "limited"; retryAfterMs?: number };

/** The current state of one provider's or one model's limits. */
export type RateLimit = {
  /** The earliest moment at which a call may start; Infinity: when another one ends. */
  freeAt(now: number): number;
  start(now: number): void;
  /** A request of a started call leaves: spacing counts from here. */
  sent(now: number): void;
  /** `paced`: the call's starts are spaced, by this limit or the other one. */
  end(ending: Ending & { startedAt: number; now: number; paced?: boolean }): void;
  readonly spaced: boolean;
};

export function createRateLimit({
  concurrency = Infinity,
  callsPerMinute = Infinity,
  spacingMs = 0,
}: Limits): RateLimit {
  /** The concurrency that 429s have left: halved by each burst, regained one by one. */
  let allowed = concurrency;
  let inFlight = 0;
  let lastStart = -Infinity;
  let startBefore = -Infinity;
  let halvedAt = -Infinity;
  let pausedUntil = -Infinity;
  /** Starts of the last minute, oldest first; kept only if they are limited. */
  const starts: number[] = [];

  return {
    spaced: spacingMs > 0,
    freeAt(now) {
      if (inFlight >= Math.max(1, Math.floor(allowed))) return Infinity;
      while (starts.length > 0 && starts[0]! <= now - MINUTE) starts.shift();
      const windowFree = starts.length >= callsPerMinute ? starts[0]! + MINUTE : -Infinity;
      return Math.max(lastStart + spacingMs, windowFree, pausedUntil);
    },
    start(now) {
      inFlight++;
      startBefore = lastStart;
      lastStart = now;
      if (callsPerMinute !== Infinity) starts.push(now);
    },
    sent(now) {
      lastStart = now;
    },
    end({ startedAt, now, paced = false, ...ending }) {
      inFlight--;
      switch (ending.how) {
        case "answered":
          allowed = Math.min(concurrency, allowed + 1 / Math.max(1, allowed));
          return;
        case "unused":
          // Only the newest start can be returned; an older one already spaces another call.
          if (startedAt === lastStart) lastStart = startBefore;
          // Any start can leave the minute's count: several may be made at once and returned in any order.
          if (starts.includes(startedAt)) starts.splice(starts.lastIndexOf(startedAt), 1);
          return;
        case "limited":
          pausedUntil = Math.max(pausedUntil, now + Math.min(ending.retryAfterMs ?? 0, LONGEST_PAUSE));
          // Spaced calls come one by one: after the requested pause, lower concurrency would only be slower.
          if (paced && ending.retryAfterMs !== undefined) return;
          // A burst of 429s from calls that started before the last halving counts once.
          if (startedAt <= halvedAt) return;
          allowed = Math.max(1, Math.floor(Math.min(allowed, inFlight + 1) / 2));
          halvedAt = now;
      }
    },
  };
}
