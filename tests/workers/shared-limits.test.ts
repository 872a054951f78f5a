/** Limits of a provider that several processes keep together, judged by the provider's own log. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Limits } from "../../src/contract/index.ts";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase, createSharedLimits } from "../../src/kernel/database/index.ts";
import { createLimiter } from "../../src/kernel/models/index.ts";
import type { Postgres } from "../support/postgres.ts";
import { withPostgres } from "../support/workers/with-postgres.ts";
import type { LimitedChild } from "../support/workers/limited-child.ts";
import {
  mostAtOnce,
  mostWithin,
  smallestGap,
  startProviderLog,
  startWorker,
  type Child,
  type ProviderLog,
} from "../support/workers/provider-log.ts";

const FULL = process.env["REHEARSE_FULL"] !== undefined;

let postgres: Postgres;
withPostgres((opened) => void ({ postgres } = opened));

const start = (provider: ProviderLog, settings: Omit<LimitedChild, "database" | "server">): Child =>
  startWorker("limited-child.ts", { database: postgres.url, server: provider.address, ...settings });
const stopAll = async (children: readonly Child[]) => {
  for (const child of children) {
    child.signal("SIGCONT");
    child.signal("SIGTERM");
  }
  for (const { exit, stderr } of await Promise.all(children.map(({ ended }) => ended)))
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
};
const perWorker = (provider: ProviderLog, name: string, workers: readonly string[]): number[] =>
  workers.map((worker) => provider.of(name).filter((seen) => seen.worker === worker).length);

/** Requests leave at their distance. On a busy machine one may be held up on its way, so that the next one comes sooner after it. */
function expectSpaced(provider: ProviderLog, name: string, spacingMs: number): void {
  const seen = provider.of(name);
  expect(smallestGap(seen.map(({ left }) => left))).toBeGreaterThanOrEqual(spacingMs);
  const arrivals = seen.map(({ at }) => at).toSorted((a, b) => a - b);
  const close = arrivals.filter((at, index) => index > 0 && at - arrivals[index - 1]! < spacingMs).length;
  expect(close / seen.length).toBeLessThan(0.1);
}

const WINDOW = FULL ? 60_000 : 3_000;
const limits: Record<string, Limits> = {
  minute: { callsPerMinute: 60 },
  spaced: { spacingMs: 100 },
  few: { concurrency: 4 },
  one: { concurrency: 1 },
  // A model with limits of its own, at a provider with others.
  both: { callsPerMinute: 200, concurrency: 6 },
  "both/model": { spacingMs: 60, callsPerMinute: 40 },
};
const load = [
  { names: ["minute"], atOnce: 5, pauseMs: 20 },
  { names: ["spaced"], atOnce: 3 },
  { names: ["few"], atOnce: 4 },
  { names: ["one"], atOnce: 2 },
  { names: ["both", "both/model"], atOnce: 3 },
];

test(
  `three workers, one of them killed, stay within every limit for ${FULL ? 150 : 8} s and share what there is`,
  { timeout: 240_000 },
  async () => {
    await using provider = await startProviderLog();
    const settings = {
      limits,
      load,
      storingMs: 20,
      options: { permitMs: 2_000, blockMs: Math.min(5_000, WINDOW / 4), windowMs: WINDOW },
    };
    const children = ["a", "b", "c"].map((worker) => start(provider, { ...settings, worker }));
    await provider.ready(3);
    const from = performance.now();
    await delay(FULL ? 75_000 : 3_000);
    children[2]!.signal("SIGKILL");
    await children[2]!.ended;
    const killedAt = performance.now();
    await delay(FULL ? 75_000 : 5_000);
    const span = performance.now() - from;
    await stopAll(children.slice(0, 2));

    const starts = (name: string) => provider.of(name).map(({ at }) => at);
    expect(mostWithin(starts("minute"), WINDOW)).toBeLessThanOrEqual(60);
    expectSpaced(provider, "spaced", 100);
    expect(mostAtOnce(provider.of("few"))).toBe(4);
    expect(mostAtOnce(provider.of("one"))).toBe(1);
    expect(mostAtOnce(provider.of("both/model"))).toBeLessThanOrEqual(6);
    expectSpaced(provider, "both/model", 60);
    expect(mostWithin(starts("both/model"), WINDOW)).toBeLessThanOrEqual(40);

    // Much of what is allowed is used, even on a machine that is busy otherwise; benches/shared-limits.ts measures it.
    expect(starts("minute").length).toBeGreaterThan(0.5 * 60 * Math.floor(span / (WINDOW + 500)));
    expect(starts("spaced").length).toBeGreaterThan((0.1 * span) / 100);
    // The killed worker's permits are used again once they have expired.
    expect(mostAtOnce(provider.of("few").filter(({ at }) => at > killedAt + 2_500))).toBe(4);

    for (const name of Object.keys(limits).filter((each) => each !== "both")) {
      const [a, b] = perWorker(provider, name, ["a", "b"]);
      expect({ name, share: Math.min(a!, b!) / Math.max(a!, b!) }).toEqual({
        name,
        share: expect.toSatisfy((share: number) => share > 0.4),
      });
      if (FULL) expect(perWorker(provider, name, ["c"])[0]).toBeGreaterThan(0);
    }
  },
);

test(
  "a worker that is paused past its leases sends nothing on them afterwards",
  { timeout: 120_000 },
  async () => {
    await using provider = await startProviderLog();
    const settings = {
      limits: { "p-minute": { callsPerMinute: 40 }, "p-spaced": { spacingMs: 150 } },
      load: [
        { names: ["p-minute"], atOnce: 3, pauseMs: 20 },
        { names: ["p-spaced"], atOnce: 2 },
      ],
      storingMs: 20,
      options: { permitMs: 1_000, blockMs: 500, windowMs: 2_000 },
    };
    const children = ["a", "b"].map((worker) => start(provider, { ...settings, worker }));
    await provider.ready(2);
    for (let round = 0; round < (FULL ? 20 : 2); round++) {
      await delay(900);
      children[0]!.signal("SIGSTOP");
      await delay(900);
      children[0]!.signal("SIGCONT");
    }
    await stopAll(children);
    expect(perWorker(provider, "p-minute", ["a"])[0]).toBeGreaterThan(0);
    const rounds = FULL ? 20 : 2;
    // Only requests that had passed the last check when the process stood still come late: one of each kind at most, each time.
    expect(
      mostWithin(
        provider.of("p-minute").map(({ at }) => at),
        2_000,
      ),
    ).toBeLessThanOrEqual(40 + 1);
    const left = provider.of("p-spaced").map((seen) => seen.left);
    const sorted = left.toSorted((a, b) => a - b);
    const close = sorted.filter((at, index) => index > 0 && at - sorted[index - 1]! < 150).length;
    expect(close).toBeLessThanOrEqual(rounds);
  },
);

test("a Retry-After that one worker gets holds for all", { timeout: 60_000 }, async () => {
  let refusedAt = Infinity;
  await using provider = await startProviderLog({
    refuse({ at, worker }) {
      if (refusedAt < Infinity || worker !== "a") return undefined;
      refusedAt = at;
      return 3;
    },
  });
  const settings = {
    limits: { refusing: { concurrency: 4, callsPerMinute: 600 } },
    load: [{ names: ["refusing"], atOnce: 2, pauseMs: 50 }],
    storingMs: 0,
    options: { permitMs: 1_500, blockMs: 500 },
  };
  const children = ["a", "b"].map((worker) => start(provider, { ...settings, worker }));
  await provider.ready(2);
  await expect.poll(() => refusedAt, { timeout: 20_000 }).toBeLessThan(Infinity);
  await delay(4_500);
  await stopAll(children);
  const starts = provider.of("refusing").map(({ at }) => at - refusedAt);
  // The others hear of it with their next heartbeat, here half a second.
  expect(starts.filter((at) => at > 1_200 && at < 3_000)).toEqual([]);
  expect(starts.filter((at) => at > 3_000).length).toBeGreaterThan(0);
});

test(
  "no call starts while the database is away, and calls continue when it is back",
  { timeout: 120_000 },
  async () => {
    await using provider = await startProviderLog();
    const worker = start(provider, {
      worker: "a",
      limits: { away: { callsPerMinute: 600, concurrency: 3 } },
      load: [{ names: ["away"], atOnce: 3, pauseMs: 20 }],
      storingMs: 0,
      options: { permitMs: 1_000, blockMs: 500 },
    });
    await provider.ready(1);
    await expect.poll(() => provider.log.length, { timeout: 20_000 }).toBeGreaterThan(3);
    await postgres.stop("immediate");
    const stopped = performance.now();
    await delay(2_500);
    expect(provider.log.filter(({ at }) => at > stopped + 1_100)).toEqual([]);
    await postgres.start();
    const before = provider.log.length;
    await expect.poll(() => provider.log.length, { timeout: 30_000 }).toBeGreaterThan(before + 3);
    await stopAll([worker]);
  },
);

test.each([1, 4])(
  "a run with 2 calls gets its share of %i at once beside one with 20",
  async (concurrency) => {
    await using database = await connectDatabase(postgres.url, { clock: systemClock });
    await using shared = createSharedLimits({ database, worker: "a" });
    const over = new AbortController();
    const name = `fair-${concurrency}`;
    let [inFlight, most] = [0, 0];
    const play = async (atOnce: number) => {
      const limiter = createLimiter({ clock: systemClock, limits: () => ({ concurrency }), shared });
      let calls = 0;
      const callOn = async () => {
        while (!over.signal.aborted) {
          const slot = await limiter.take([name], { signal: over.signal });
          await slot.depart?.();
          calls++;
          most = Math.max(most, ++inFlight);
          await delay(10);
          inFlight--;
          slot.release({ how: "answered" });
        }
      };
      await Promise.allSettled(Array.from({ length: atOnce }, callOn));
      return calls;
    };
    const many = play(20);
    await delay(300);
    const few = play(2);
    await delay(1_500);
    over.abort("over");
    expect((await few) / (await many)).toBeGreaterThan(0.4);
    expect(most).toBe(concurrency);
  },
);

test("of two runs with different limits for a provider, the lower one holds until its run is over", async () => {
  await using database = await connectDatabase(postgres.url, { clock: systemClock });
  await using own = createSharedLimits({ database, worker: "a", windowMs: 1_000, blockMs: 250 });
  await using other = createSharedLimits({ database, worker: "b", windowMs: 1_000, blockMs: 250 });
  const over = new AbortController();
  const counts: Record<string, number> = {};
  let [inFlight, most] = [0, 0];
  const begin = (run: string, shared: typeof own, name: string, limit: Limits, atOnce: number) => {
    const limiter = createLimiter({ clock: systemClock, limits: () => limit, shared });
    counts[run] = 0;
    const calls = async () => {
      while (!over.signal.aborted) {
        const slot = await limiter.take([name], { signal: over.signal });
        await slot.depart?.();
        counts[run]!++;
        if (name === "differ-at-once") most = Math.max(most, ++inFlight);
        await delay(20);
        if (name === "differ-at-once") inFlight--;
        slot.release({ how: "answered" });
      }
    };
    const playing = Promise.allSettled(Array.from({ length: atOnce }, calls));
    return { limiter, playing };
  };
  const high = begin("high", own, "differ-at-once", { concurrency: 20 }, 10);
  await delay(300);
  expect(most).toBe(10);
  const low = begin("low", own, "differ-at-once", { concurrency: 2 }, 10);
  // The same between two workers, for a rate.
  const fast = begin("fast", own, "differ-rate", { callsPerMinute: 100 }, 4);
  const slow = begin("slow", other, "differ-rate", { callsPerMinute: 5 }, 1);
  // As often as a worker asks while it has calls.
  await delay(2_500);
  most = 0;
  await delay(1_500);
  expect(most).toBe(2);
  expect(counts["slow"]).toBeGreaterThan(2);
  await low.limiter.close();
  await expect.poll(() => most, { timeout: 5_000 }).toBeGreaterThanOrEqual(10);
  over.abort("over");
  await Promise.all([high, low, fast, slow].map(({ playing }) => playing));
});
