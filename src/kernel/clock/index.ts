import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";

/** Time is passed in, so that tests of waiting need not wait. */
export type Clock = {
  /** Milliseconds that only go forward: for spacing, deadlines and durations. */
  now(): number;
  /** The wall clock, for what people read. */
  date(): Date;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** The maximum of a timer, 24 days; a longer one would fire immediately. */
const LONGEST = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep: (ms, signal) =>
    setTimeout(Math.min(LONGEST, Math.max(0, ms)), undefined, { signal }).catch(() => {
      throw signal?.reason;
    }),
};
