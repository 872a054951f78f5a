import { expect, test } from "vitest";
import { dice } from "../dice/index.ts";
import { flipInterval } from "./flip-interval.ts";
import { signFlip } from "./significance.ts";

const RUNS = process.env["REHEARSE_FULL"] === "1" ? 4_000 : 300;

/** Normal differences around `centre`; with outliers, one in ten is ten times as far away. */
function drawn(
  thrown: ReturnType<typeof dice>,
  { n, centre, outliers }: { n: number; centre: number; outliers: boolean },
): number[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - thrown.next())) * Math.cos(2 * Math.PI * thrown.next());
  return Array.from({ length: n }, () => centre + (outliers && thrown.chance(0.1) ? 10 : 1) * normal());
}

test.each([
  [12, false],
  [12, true],
  [20, false],
  [20, true],
])(
  "with %i pairs it covers the true difference in 95 of 100, outliers: %s",
  { timeout: 120_000 },
  (n, outliers) => {
    const thrown = dice("flip-interval", n, String(outliers));
    let held = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const [low, high] = flipInterval(drawn(thrown, { n, centre: 1, outliers }), {
        seed: run,
        flips: 2_000,
      })!;
      if (low <= 1 && high >= 1) held += 1;
    }
    // Three standard errors below 95 %.
    expect(held / RUNS).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / RUNS));
  },
);

test.each([6, 9, 16, 17, 24])("with %i pairs it contains 0 exactly if p is above .05, ties included", (n) => {
  const thrown = dice("agree", n);
  for (let run = 0; run < 60; run += 1) {
    const values = drawn(thrown, { n, centre: 0.7, outliers: run % 2 === 0 }).map((value) =>
      thrown.chance(0.2) ? 0 : value,
    );
    const { p } = signFlip(values, { seed: run });
    const [low, high] = flipInterval(values, { seed: run })!;
    if (p !== null) expect(low > 0 || high < 0).toBe(p <= 0.05);
  }
});

test("the ends are where the test of a shifted sample starts to reject", () => {
  const values = [1.2, 0.4, 2.2, -0.3, 1.9, 0.8, 1.1, 0.05];
  const [low, high] = flipInterval(values)!;
  const p = (shift: number) => signFlip(values.map((value) => value - shift)).p!;
  for (const [end, outward] of [
    [low, -1],
    [high, 1],
  ] as const) {
    expect(p(end - outward * 1e-6)).toBeGreaterThan(0.05);
    expect(p(end + outward * 1e-6)).toBeLessThanOrEqual(0.05);
  }
});

test("fewer than six pairs have no interval", () => {
  expect(flipInterval([1, 2, 3, 4, 5])).toBeNull();
  expect(flipInterval([1, 2, 3, 4, 5, 6])).not.toBeNull();
});

test.each([[Array.from({ length: 8 }, () => 0.1)], [[0.3 - 0.2, 0.4 - 0.3, 0.5 - 0.4, 0.1, 0.1, 0.1]]])(
  "differences that are all equal have no interval: %j",
  (differences) => {
    expect(flipInterval(differences)).toBeNull();
  },
);

test("scores in tenths: rounding does not let the interval contradict p", () => {
  // Of 6,000 samples 16 had such an end: 4e-16 here, beside a p of .063.
  const values = [7.2 - 7.6, 4.1 - 1.5, 3.5 - 3, 7.1 - 6.9, 4.1 - 1.5, 3.7 - 2, 3.7 - 3.3];
  expect(signFlip(values).p).toBe(0.0625);
  expect(flipInterval(values)![0]).toBe(0);
});
