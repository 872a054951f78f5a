/** Agreement of a judge with people. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { calibrationText } from "../../../src/cli/commands/reading/judge-text.ts";
import { agreement, FEWEST_SESSIONS, readCalibrations, type Rated } from "../../../src/playtest/index.ts";

const folder = (): string => mkdtempSync(join(tmpdir(), "calibration-"));

const rate = (
  pairs: ReadonlyArray<readonly [people: number | readonly number[], judge: number | null]>,
): Rated[] =>
  pairs.map(([people, judge], index) => ({
    sessionId: String(index),
    judge: { pacing: judge },
    people: new Map([people].flat().map((score, person) => [`person ${person}`, { pacing: score }])),
  }));

describe("agreement", () => {
  /** Worked out apart from this code. */
  const made = [
    [2, 3],
    [3, 3],
    [4, 5],
    [5, 5],
    [6, 7],
    [7, 6],
    [8, 8],
    [9, 9],
    [3, 2],
    [10, 9],
  ] as const;

  test("of a hand-computed case", () => {
    const { pacing } = agreement(rate(made));
    expect(pacing!.alpha.value).toBeCloseTo(0.95061162, 7);
    expect(pacing!.kappa.value).toBeCloseTo(0.95245642, 7);
    expect(pacing!.spearman.value).toBeCloseTo(0.95400568, 7);
    expect(pacing!.bias).toBeCloseTo(0);
    expect(pacing!.confusion.values).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(pacing!.confusion.counts[0]).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0]);
    expect(pacing!.confusion.counts.flat().reduce((sum, count) => sum + count, 0)).toBe(10);
    const [low, high] = pacing!.alpha.interval!;
    expect(low).toBeLessThan(0.95);
    expect(high).toBeGreaterThan(0.95);
    expect(pacing!.state).toBe(low >= 0.8 ? "trusted" : "calibrated");
    expect(agreement(rate(made))).toEqual(agreement(rate(made)));
  });

  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  test.each<[string, Rated[], string, RegExp]>([
    [
      "one score off by one: trusted",
      rate(ten.map((score) => [score, score === 5 ? 6 : score])),
      "trusted",
      /alpha 0\.99, 95 % from 0\.\d\d to 1\.00/,
    ],
    [
      "the same scores throughout: not known how far off it can be",
      rate(ten.slice(2).map((score) => [score, score])),
      "uncalibrated",
      /^alpha 1\.00 over 8 sessions has no confidence interval; every resample gave the same alpha/,
    ],
    [
      "one session that differs from all others: a third of the resamples know nothing",
      rate([...Array.from({ length: 7 }, () => [5, 5] as const), [9, 9]]),
      "uncalibrated",
      /^alpha 1\.00 over 8 sessions has no confidence interval; 3\d\d\d of 10000 resamples had no alpha/,
    ],
    [
      "an interval with a width, of too few resamples",
      rate([...Array.from({ length: 8 }, () => [5, 5] as const), [9, 9], [5, 6]]),
      "uncalibrated",
      /has no confidence interval; 1\d\d\d of 10000 resamples had no alpha/,
    ],
    [
      "off by up to two: calibrated, not trusted",
      rate(
        [...ten, ...ten, ...ten, ...ten].map((score, index) => [
          score,
          Math.min(10, Math.max(1, score + [2, -1, 1, -2, 0][index % 5]!)),
        ]),
      ),
      "calibrated",
      /alpha 0\.\d\d/,
    ],
    [
      "the opposite: uncalibrated",
      rate(ten.map((score) => [score, 11 - score])),
      "uncalibrated",
      /below 0.667/,
    ],
    [
      "everybody always says seven: nothing to agree on",
      rate(ten.map(() => [7, 7])),
      "uncalibrated",
      /agreement cannot be measured/,
    ],
    [
      "too few sessions, however well they agree",
      rate(ten.slice(0, FEWEST_SESSIONS - 1).map((score) => [score, score])),
      "uncalibrated",
      /7 sessions .* at least 8 are needed/,
    ],
    [
      "missing scores are no agreement",
      rate(ten.map((score, index) => [score, index < 4 ? null : score])),
      "uncalibrated",
      /6 sessions/,
    ],
  ])("%s", (_, rated, state, why) => {
    const { pacing } = agreement(rated);
    expect(pacing).toMatchObject({ state, why: expect.stringMatching(why) as string });
  });

  test("the state of a stored calibration follows from its numbers and controls", () => {
    const { pacing } = agreement(rate(ten.map((score) => [score, score === 5 ? 6 : score])));
    const dir = folder();
    const stored = {
      version: 2,
      key: { model: "m", rubric: "r", prompt: "p" },
      at: "2026-11-15T00:00:00.000Z",
      sessions: ["one"],
      people: ["Ada"],
      metrics: { pacing: { ...pacing, state: "uncalibrated", why: "" } },
      controls: ["1", "2", "3", "4", "5"].map((sessionId) => ({
        name: "injected",
        sessionId,
        before: { pacing: 5 },
        moved: { pacing: 4 },
      })),
      notes: [],
    };
    const read = (controls: object[]) => {
      writeFileSync(join(dir, "m-r-p.json"), JSON.stringify({ ...stored, controls }));
      return readCalibrations(dir)[0]!;
    };
    // One session is too few for a verdict.
    const few = read(stored.controls.slice(0, 1));
    expect(few.metrics.pacing).toEqual(pacing);
    expect(calibrationText({ calibration: few, path: "x", history: "y" })).toMatch(
      /pacing +\w+ +10 +0\.99 \[.*\] .*\n(.*\n)*Not enough sessions for a verdict: injected 1 of at least 5/,
    );
    expect(read(stored.controls).metrics.pacing).toMatchObject({
      state: "uncalibrated",
      why: expect.stringMatching(/^failed null controls \(with a note .* rise by 4\.0 points/) as string,
    });
  });
});
