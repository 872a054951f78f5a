import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eValue, logEValue } from "./significance.ts";

const { e_process_sign: known } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/statistics-vectors.json"), "utf8"),
) as {
  e_process_sign: Record<string, number> & { "min_wins_for_E>=20": Record<string, number> };
};

test.each(Object.keys(known).filter((key) => key.startsWith("(")))("E of %s wins and losses", (key) => {
  const [wins, losses] = key.slice(1, -1).split(",").map(Number) as [number, number];
  expect(eValue({ wins, losses })).toBeCloseTo(known[key]!, 4);
  expect(eValue({ wins: losses, losses: wins })).toBe(eValue({ wins, losses }));
});

test.each(Object.entries(known["min_wins_for_E>=20"]))(
  "of %s pairs, the fewest wins that decide",
  (n, wins) => {
    expect(eValue({ wins, losses: Number(n) - wins })).toBeGreaterThanOrEqual(20);
    expect(eValue({ wins: wins - 1, losses: Number(n) - wins + 1 })).toBeLessThan(20);
  },
);

test("E grows by twice the probability of the next pair's outcome", () => {
  // Laplace's rule; it holds across the place where products end and Stirling's series begins.
  for (const [wins, losses] of [
    [0, 0],
    [5, 3],
    [17, 0],
    [18, 0],
    [18, 18],
    [400, 380],
  ] as const) {
    expect(logEValue({ wins: wins + 1, losses }) - logEValue({ wins, losses })).toBeCloseTo(
      Math.log((2 * (wins + 1)) / (wins + losses + 2)),
      10,
    );
  }
});

test("a million pairs do not overflow", () => {
  expect(logEValue({ wins: 1_000_000, losses: 0 })).toBeCloseTo(
    1_000_000 * Math.LN2 - Math.log(1_000_001),
    6,
  );
  expect(eValue({ wins: 1_000_000, losses: 0 })).toBe(Number.MAX_VALUE);
  expect(eValue({ wins: 500_000, losses: 500_000 })).toBeCloseTo(
    Math.sqrt(2 / (Math.PI * 1_000_000)) ** -1 / 1_000_001,
    6,
  );
  expect(eValue({ wins: 0, losses: 0 })).toBe(1);
});
