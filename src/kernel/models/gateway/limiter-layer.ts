import type { Call, Layer } from "./call.ts";
import { InvalidReplyError, MoneyTight, ProviderFailure } from "./failures.ts";
import type { Ending } from "./lane.ts";
import type { Limiter } from "./limiter.ts";

/** Lets an attempt start when its provider's limits allow, and tells the limiter how it went. */
export function limiterLayer({
  limiter,
  lanesOf,
}: {
  limiter: Limiter;
  lanesOf: (call: Call) => readonly string[];
}): Layer {
  return (next) => async (attempt) => {
    await attempt.call.prepare();
    const slot = await limiter.take(lanesOf(attempt.call as Call), {
      signal: attempt.call.signal,
      again: attempt.number > 1,
      awaited: attempt.call.awaited,
    });
    try {
      const performed = await next(attempt);
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
