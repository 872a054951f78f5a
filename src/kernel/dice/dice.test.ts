import * as fc from "fast-check";
import { expect, test } from "vitest";
import { dice, seedIn } from "./index.ts";

const anyKey = fc.array(
  fc.oneof(fc.string({ unit: "binary" }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  { maxLength: 5 },
);

/** Enough bits that equal draws mean equal streams. */
const opening = (...key: Array<string | number>) => {
  const thrown = dice(...key);
  return [thrown.next(), thrown.next(), thrown.int(1_000_000), thrown.next()];
};

test("the same key gives the same dice", () => {
  fc.assert(
    fc.property(anyKey, (key) => {
      expect(opening(...key)).toEqual(opening(...key));
    }),
  );
});

test("a key's stream is the same on every machine and in every release", () => {
  const thrown = dice("seed", 7);
  expect([
    thrown.int(1000),
    thrown.int(1000),
    thrown.next(),
    thrown.chance(0.5),
    thrown.pick(["a", "b", "c"]),
  ]).toEqual([329, 467, 0.6309298449543912, true, "a"]);
});

test("key parts are not joined into one string", () => {
  expect(opening("a", "bc")).not.toEqual(opening("ab", "c"));
  expect(opening("a", "b")).not.toEqual(opening("a,b"));
  expect(opening('a","b')).not.toEqual(opening("a", "b"));
  expect(opening(1)).not.toEqual(opening("1"));
  expect(opening(1, 2)).not.toEqual(opening(12));
  expect(opening("a")).not.toEqual(opening("a", ""));
  expect(opening("null")).not.toEqual(opening("\ud800"));
});

test("chance(0) never comes up, chance(1) always, and every chance takes one draw", () => {
  fc.assert(
    fc.property(fc.string(), fc.double({ min: 0, max: 1, noNaN: true }), (key, p) => {
      const thrown = dice(key);
      expect(thrown.chance(0)).toBe(false);
      expect(thrown.chance(1)).toBe(true);
      thrown.chance(p);
      const plain = dice(key);
      for (let i = 0; i < 3; i++) plain.next();
      expect(thrown.next()).toBe(plain.next());
    }),
  );
});

test("int stays below its bound", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (key, bound) => {
      const drawn = dice(key).int(bound);
      expect(Number.isSafeInteger(drawn) && drawn >= 0 && drawn < bound).toBe(true);
    }),
  );
});

test("shuffle gives a new array with the same items", () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.integer()), (key, list) => {
      const before = [...list];
      const shuffled = dice(key).shuffle(list);
      expect(list).toEqual(before);
      expect(shuffled).not.toBe(list);
      expect([...shuffled].sort((a, b) => a - b)).toEqual(before.sort((a, b) => a - b));
    }),
  );
});

test("weighted picks in proportion, and never an item of weight 0", () => {
  const weights = { a: 1, b: 0, c: 3, d: 0 };
  const counts = { a: 0, b: 0, c: 0, d: 0 };
  const thrown = dice("weighted");
  const names = ["a", "b", "c", "d"] as const;
  for (let i = 0; i < 10_000; i++) counts[thrown.weighted(names, (name) => weights[name])] += 1;
  expect(counts.b + counts.d).toBe(0);
  expect(Math.abs(counts.a - 2_500)).toBeLessThan(4 * Math.sqrt(10_000 * 0.25 * 0.75));
});

test("a typed seed of digits is a number, as in the settings", () => {
  expect(["42", "-7", "0", 42].map(seedIn)).toEqual([42, -7, 0, 42]);
  expect(["042", "4.2", "1e3", "forty", "12345678901234567"].map(seedIn)).toEqual([
    "042",
    "4.2",
    "1e3",
    "forty",
    "12345678901234567",
  ]);
});
