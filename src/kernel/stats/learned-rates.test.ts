import { expect, test } from "vitest";
import { learnRates, type RateMix } from "./learned-rates.ts";

const bank = (...of: Array<[tests: number, passed: number, failed: number]>) =>
  of.flatMap(([tests, passed, failed]) => Array.from({ length: tests }, () => ({ passed, failed })));
const chanceBelow = (rates: RateMix, limit: number): number =>
  rates.filter(({ rate }) => rate < limit).reduce((sum, { weight }) => sum + weight, 0);

test("ten passes of ten mean more in a stable bank than in a flaky one", () => {
  const ten = { passed: 10, failed: 0 };
  const [stable, flaky] = [bank([100, 10, 0]), bank([20, 10, 0], [40, 8, 2], [40, 7, 3])].map((tests) =>
    chanceBelow(learnRates(tests)(ten), 0.88),
  );
  expect(stable).toBeLessThan(0.03);
  expect(flaky).toBeGreaterThan(0.15);
});

test("many attempts of a test outweigh its bank, and weights sum up to 1", () => {
  const rates = learnRates(bank([100, 100, 0]))({ passed: 400, failed: 100 });
  expect(chanceBelow(rates, 0.75) + (1 - chanceBelow(rates, 0.85))).toBeLessThan(0.01);
  expect(rates.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 6);
});

test("without a bank, the assumption holds: most tests are stable, and none is certain", () => {
  const rates = learnRates([])({ passed: 0, failed: 0 });
  expect(chanceBelow(rates, 0.88)).toBeGreaterThan(0.1);
  expect(chanceBelow(rates, 0.95)).toBeLessThan(0.5);
});
