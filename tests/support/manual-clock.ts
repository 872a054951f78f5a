import type { Clock } from "../../src/kernel/clock/index.ts";

type ManualClock = Clock & {
  /** Moves time forward, waking sleepers in order and letting what they started run. */
  advance(ms: number): Promise<void>;
  sleepers(): number;
};

type Sleeper = { at: number; wake: () => void };

/** A clock that advances only by hand. */
export function manualClock(startedAt = "2026-01-01T00:00:00.000Z"): ManualClock {
  const epoch = Date.parse(startedAt);
  let time = 0;
  let sleepers: Sleeper[] = [];

  return {
    now: () => time,
    date: () => new Date(epoch + time),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { at: time + Math.max(0, ms), wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener(
          "abort",
          () => {
            sleepers = sleepers.filter((other) => other !== sleeper);
            reject(signal.reason);
          },
          { once: true },
        );
      }),
    sleepers: () => sleepers.length,
    async advance(ms) {
      const until = time + ms;
      await settle();
      for (;;) {
        const next = sleepers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        time = Math.max(time, next.at);
        sleepers = sleepers.filter((other) => other !== next);
        next.wake();
        await settle();
      }
      time = until;
      await settle();
    },
  };
}

/** Lets promises that are ready run, including chains of them. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
