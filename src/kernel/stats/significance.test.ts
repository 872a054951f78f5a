import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dice } from "../dice/index.ts";
import { clopperPearson, eValue } from "./significance.ts";

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

test("equal arms, looked at after each of 40 pairs: a winner is named in at most 5 %", () => {
  const throws = dice("equal", "looks");
  const winners = Array.from({ length: 2_000 }, () => {
    let wins = 0;
    return Array.from({ length: 40 }, (_, index) => {
      wins += throws.int(2);
      return eValue({ wins, losses: index + 1 - wins }) >= 20;
    }).includes(true);
  }).filter(Boolean).length;
  expect(clopperPearson(winners, 2_000)[0]).toBeLessThanOrEqual(0.05);
});
