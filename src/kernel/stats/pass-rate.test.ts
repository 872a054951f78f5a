import { expect, test } from "vitest";
import { dice } from "../dice/index.ts";
import { MOST_ATTEMPTS, passToTheK, repeatDesign, type RepeatDesign, type Tried } from "./pass-rate.ts";

const auto = { most: MOST_ATTEMPTS.compared, early: true };

test("pass^k without bias: the share of choices of k attempts that all pass", () => {
  expect(passToTheK({ passed: 3, failed: 1 }, 2)).toBeCloseTo(3 / 6, 12);
  expect(passToTheK({ passed: 1, failed: 3 }, 2)).toBe(0);
  expect(passToTheK({ passed: 2, failed: 0 }, 3)).toBeNull();
});

test("the threshold rises with the number of tests, and the chances of all tests sum up to alpha", () => {
  const reference = { passed: 95, failed: 5 };
  const [few, many] = [10, 300].map((tests) =>
    repeatDesign(
      Array.from({ length: tests }, () => reference),
      auto,
    ),
  );
  expect(many!.threshold).toBeGreaterThan(few!.threshold + 2);
  for (const design of [few!, many!]) {
    expect(design.chanceOf(design.threshold)).toBeLessThanOrEqual(0.05);
    expect(design.chanceOf(design.threshold - 0.5)).toBeGreaterThan(0.02);
    expect(design.chanceOf(design.evidenceOf(reference, [true, true, false, true]))).toBe(1);
  }
  expect(few!.power(reference, 0.6)).toBeGreaterThan(many!.power(reference, 0.6));
});

test("a run decides as the comparison does afterwards", () => {
  const reference = { passed: 95, failed: 5 };
  const design = repeatDesign(
    Array.from({ length: 94 }, () => reference),
    auto,
  );
  const throws = dice("same verdict");
  for (let run = 0; run < 300; run += 1) {
    const { attempts, worse } = tried(design, reference, () => throws.chance(0.7));
    expect(design.evidenceOf(reference, attempts) >= design.threshold).toBe(worse);
  }
});

test("without a reference no test is worse, and no test is asked more than ten times", () => {
  const design = repeatDesign([], auto);
  const throws = dice("alone");
  for (const rate of [0, 0.5, 0.9, 1])
    for (let run = 0; run < 50; run += 1) {
      const { attempts, worse } = tried(design, undefined, () => throws.chance(rate));
      expect(worse).toBe(false);
      expect(attempts.length).toBeLessThanOrEqual(10);
    }
});

test("fixed repeats are not stopped early", () => {
  const design = repeatDesign([{ passed: 100, failed: 0 }], { most: 10, early: false });
  expect(design.next({ passed: 100, failed: 0 }, { passed: 9, failed: 0 })).toBe("go on");
  expect(design.next({ passed: 100, failed: 0 }, { passed: 10, failed: 0 })).toBe("enough");
});

test("a test that never passed in the baseline cannot get worse, and is asked three times", () => {
  const never = { passed: 0, failed: 100 };
  const design = repeatDesign([never, { passed: 100, failed: 0 }], auto);
  expect(design.next(never, { passed: 0, failed: 2 })).toBe("go on");
  expect(design.next(never, { passed: 0, failed: 3 })).toBe("enough");
  expect(design.next(never, { passed: 1, failed: 2 })).toBe("enough");
  expect(design.attempts(never)).toBeCloseTo(3);
});

test.each([0.95, 0.8])(
  "a bank in which every test passes at %d: few false alarms, and four attempts a test",
  (rate) => {
    const throws = dice("all alike", rate);
    let [red, calls] = [0, 0];
    for (let baseline = 0; baseline < 10; baseline += 1) {
      const references = Array.from({ length: 94 }, () => {
        const passed = Array.from({ length: 50 }, () => throws.chance(rate)).filter(Boolean).length;
        return { passed, failed: 50 - passed };
      });
      const design = repeatDesign(references, auto);
      // Exact, by the rate that the tests really have.
      red += 1 - references.reduce((none, each) => none * (1 - design.power(each, rate)), 1);
      calls += references.reduce((sum, each) => sum + design.attempts(each), 0) / references.length;
    }
    expect(red / 10).toBeLessThan(0.05);
    expect(red / 10).toBeGreaterThan(0.005);
    expect(calls / 10).toBeLessThanOrEqual(4);
  },
);

function tried(design: RepeatDesign, reference: Tried | undefined, draw: () => boolean) {
  const attempts: boolean[] = [];
  for (;;) {
    attempts.push(draw());
    const passed = attempts.filter(Boolean).length;
    const next = design.next(reference, { passed, failed: attempts.length - passed });
    if (next !== "go on") return { attempts, worse: next === "worse" };
  }
}
