import { expect, test } from "vitest";
import type { Limits } from "../../../../contract/index.ts";
import { manualClock } from "../../../../../tests/support/manual-clock.ts";
import { createLimiter } from "./limiter-layer.ts";

/** A limiter on a stopped clock, and a way to make calls of a given length through it. */
function setUp(limits: Record<string, Limits>) {
  const clock = manualClock();
  const limiter = createLimiter({ clock, limits: (name) => limits[name] ?? {} });
  const starts: number[] = [];
  let running = 0;
  let peak = 0;
  const call = async (names: string[], lengthMs: number) => {
    const slot = await limiter.take(names);
    starts.push(clock.now());
    peak = Math.max(peak, ++running);
    await clock.sleep(lengthMs);
    running--;
    slot.release({ how: "answered" });
  };
  return { clock, limiter, starts, call, peak: () => peak };
}

test("spacing is kept between starts while slow calls overlap", async () => {
  const { clock, starts, call, peak } = setUp({ a: { spacingMs: 1_250 } });
  const all = Promise.all(Array.from({ length: 5 }, () => call(["a"], 4_000)));
  await clock.advance(60_000);
  await all;
  expect(starts).toEqual([0, 1_250, 2_500, 3_750, 5_000]);
  expect(peak()).toBe(4);
});

test("spacing counts from when a request leaves, however long it took to prepare", async () => {
  const { clock, limiter } = setUp({ a: { spacingMs: 1_250 } });
  const left: number[] = [];
  const prepareMs = [40, 3, 25];
  for (const ms of prepareMs)
    void limiter.take(["a"]).then(async (slot) => {
      await clock.sleep(ms);
      left.push(clock.now());
      slot.sent();
    });
  await clock.advance(5_000);
  expect(left).toEqual([40, 1_293, 2_568]);
});

test("no more calls run at once than allowed, and the next starts as one ends", async () => {
  const { clock, starts, call, peak } = setUp({ a: { concurrency: 2 } });
  void Promise.all(Array.from({ length: 4 }, () => call(["a"], 100)));
  await clock.advance(1_000);
  expect(starts).toEqual([0, 0, 100, 100]);
  expect(peak()).toBe(2);
});

test("calls per minute count starts in any window of 60 seconds", async () => {
  const { clock, starts, call } = setUp({ a: { callsPerMinute: 3 } });
  void Promise.all(Array.from({ length: 7 }, () => call(["a"], 10)));
  await clock.advance(180_000);
  expect(starts).toEqual([0, 0, 0, 60_000, 60_000, 60_000, 120_000]);
});

test("a model's own spacing does not slow its provider's other models", async () => {
  const { clock, starts, call } = setUp({ a: { concurrency: 10 }, "a/slow": { spacingMs: 1_000 } });
  void Promise.all([call(["a", "a/slow"], 5), call(["a", "a/slow"], 5), call(["a"], 5)]);
  await clock.advance(5_000);
  expect(starts).toEqual([0, 0, 1_000]);
});

test("a burst of 429s halves once; each later burst halves again; success brings it back", async () => {
  const { clock, limiter } = setUp({ a: { concurrency: 8 } });
  const fill = async () => {
    const slots = [];
    for (;;) {
      const stop = new AbortController();
      const taken = limiter.take(["a"], { signal: stop.signal }).catch(() => undefined);
      await clock.advance(0);
      stop.abort();
      const slot = await taken;
      if (!slot) return slots;
      slots.push(slot);
    }
  };
  const first = await fill();
  expect(first).toHaveLength(8);
  await clock.advance(1);
  for (const slot of first) slot.release({ how: "limited" });
  await clock.advance(1);
  const second = await fill();
  expect(second).toHaveLength(4);
  for (const slot of second) slot.release({ how: "limited" });
  await clock.advance(1);
  let slots = await fill();
  expect(slots).toHaveLength(2);
  for (let round = 0; round < 10; round++) {
    for (const slot of slots) slot.release({ how: "answered" });
    slots = await fill();
  }
  expect(slots).toHaveLength(8);
});

test("a start that was never used is returned, without moving closer to the previous one", async () => {
  const { clock, limiter, starts, call } = setUp({ a: { spacingMs: 1_000, callsPerMinute: 2 } });
  void call(["a"], 1);
  await clock.advance(1_000);
  const unused = await limiter.take(["a"]);
  unused.release({ how: "unused" });
  void call(["a"], 1);
  await clock.advance(0);
  expect(starts).toEqual([0, 1_000]);
});

test("retries go before calls that have not started yet", async () => {
  const { clock, limiter } = setUp({ a: { concurrency: 1 } });
  const order: string[] = [];
  const held = await limiter.take(["a"]);
  for (const [name, again] of [
    ["new", false],
    ["retry", true],
  ] as const) {
    void limiter.take(["a"], { again }).then((slot) => {
      order.push(name);
      slot.release({ how: "answered" });
    });
  }
  held.release({ how: "answered" });
  await clock.advance(0);
  expect(order).toEqual(["retry", "new"]);
});

test("a waiter that gives up does not block the others", async () => {
  const { clock, limiter, starts, call } = setUp({ a: { concurrency: 1 } });
  const held = await limiter.take(["a"]);
  const stop = new AbortController();
  const gaveUp = limiter.take(["a"], { signal: stop.signal });
  void call(["a"], 1);
  stop.abort(new Error("enough"));
  await expect(gaveUp).rejects.toThrow("enough");
  held.release({ how: "answered" });
  await clock.advance(0);
  expect(starts).toHaveLength(1);
});

test("calls that share a provider run in the order of request", async () => {
  const clock = manualClock();
  const limiter = createLimiter({ clock, limits: (name) => (name === "a" ? { concurrency: 1 } : {}) });
  const order: string[] = [];
  const held = await limiter.take(["a"]);
  const call = async (name: string, names: string[]) => {
    const slot = await limiter.take(names);
    order.push(name);
    slot.release({ how: "answered" });
  };
  void Promise.all([
    call("1", ["a"]),
    call("2", ["a", "a/model"]),
    call("3", ["a"]),
    call("4", ["a", "a/model"]),
  ]);
  await clock.advance(0);
  held.release({ how: "answered" });
  await clock.advance(0);
  expect(order).toEqual(["1", "2", "3", "4"]);
});

test("one call's endless Retry-After delays the others by a minute, not by a day", async () => {
  const { clock, limiter, starts, call } = setUp({ a: { concurrency: 5 } });
  (await limiter.take(["a"])).release({ how: "limited", retryAfterMs: 86_400_000 });
  void call(["a"], 1);
  await clock.advance(60_000);
  expect(starts).toEqual([60_000]);
});

test("a spaced model obeys Retry-After and keeps its concurrency: spacing sets its pace", async () => {
  const { clock, limiter, starts, call } = setUp({ a: { concurrency: 8 }, "a/spaced": { spacingMs: 1_000 } });
  const names = ["a", "a/spaced"];
  const refused = await limiter.take(names);
  refused.release({ how: "limited", retryAfterMs: 2_000 });
  void Promise.all(Array.from({ length: 5 }, () => call(names, 60_000)));
  await clock.advance(20_000);
  expect(starts).toEqual([2_000, 3_000, 4_000, 5_000, 6_000]);
});
