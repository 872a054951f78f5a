import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";

/** Time, passed in: so that waiting can be tested without waiting. */
export type Clock = {
  /** Milliseconds that only go forward: for spacing, deadlines and durations. */
  now(): number;
  /** The wall clock, for what people read. */
  date(): Date;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep: async (ms, signal) => {
    try {
      await delay(Math.max(0, ms), undefined, { signal });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};
