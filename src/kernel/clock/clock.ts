import { performance } from "node:perf_hooks";

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
  // Not node:timers/promises, which builds an error with a stack for every sleep that is cut short: each call's timeout is one.
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
        Math.min(LONGEST, Math.max(0, ms)),
      );
      signal?.addEventListener("abort", stop, { once: true });
    }),
};
