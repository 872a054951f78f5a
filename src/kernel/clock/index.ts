import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";

/** Time, passed in: so that waiting can be tested without waiting. */
export type Clock = {
  /** Milliseconds that only go forward: for spacing, deadlines and durations. */
  now(): number;
  /** The wall clock, for what people read. */
  date(): Date;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** What a timer can hold, 24 days; asked for more, it would fire at once. */
const LONGEST = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep: (ms, signal) =>
    setTimeout(Math.min(LONGEST, Math.max(0, ms)), undefined, { signal }).catch(() => {
      throw signal?.reason;
    }),
};
