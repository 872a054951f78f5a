import { expect, test } from "vitest";
import type { AbPair, AbPlan } from "../../../contract/index.ts";
import { dice } from "../../../kernel/dice/index.ts";
import type { NoiseFloor } from "../../../kernel/stats/index.ts";
import type { Play } from "../../compare/index.ts";
import { abReport, type AbRun } from "./ab-report.ts";
import { compareUsed } from "./ab-strategy.ts";
import { pairWon } from "./ab-pairs.ts";
import { decide } from "./decide.ts";
import { realDifference } from "./ab-noise.ts";

type Score = number | "crashed";

const planned: AbPlan = {
  version: 1,
  kind: "ab",
  abId: "x",
  checkpoints: [{ file: "f", sessionId: "s", turn: 6 }],
  a: { label: "old", wish: {} },
  b: { label: "new", wish: {} },
  metric: "overall",
  turns: 2,
  times: 0,
  untilDecided: false,
  alpha: 0.05,
  noise: { dice: 0, repeats: 1 },
  embedded: false,
};

/** A whole test by the scores of its pairs, in `overall`. */
function played(
  scores: ReadonlyArray<readonly [Score, Score]>,
  own: Partial<AbPlan> & { noise?: AbPlan["noise"] } = {},
  noise: AbRun["noise"] = null,
) {
  const plan: AbPlan = { ...planned, times: scores.length, ...own };
  const number = (score: Score) => (score === "crashed" ? null : score);
  const play = (score: Score, index: number): Play => ({
    pair: `p/${index}`,
    cluster: "p",
    outcome: score === "crashed" ? "crashed" : "stopped",
    metrics: score === "crashed" ? {} : { overall: score },
  });
  const pairs = scores.map(([a, b], index): AbPair => {
    const scored = {
      a: number(a),
      b: number(b),
      crashed: [...(a === "crashed" ? ["a" as const] : []), ...(b === "crashed" ? ["b" as const] : [])],
    };
    return { index, checkpoint: 0, replicate: index + 1, ...scored, won: pairWon(scored, true) };
  });
  const decision = decide(pairs, {
    times: plan.times,
    untilDecided: plan.untilDecided,
    checkpoints: 1,
    alpha: plan.alpha,
    higherIsBetter: true,
  });
  const comparison = compareUsed(
    plan,
    scores.map(([a, b], index) => ({ a: play(a, index), b: play(b, index) })),
    decision,
  );
  const run: AbRun = {
    decision,
    pairs,
    comparison,
    noise,
    spent: { cost: 0.5, unpriced: 0, possiblyBilled: { attempts: 2, atMost: 0.25, unpriced: 0 } },
    lost: [],
    deviations: [],
  };
  const report = abReport(plan, run);
  return {
    decision,
    comparison: comparison!,
    report,
    headline: /^\*\*(.*)\*\*$/m.exec(report)![1]!,
    row: /^\| overall .*$/m.exec(report)![0],
  };
}

const luck = (count: number): Array<[number, number]> => {
  const thrown = dice("report");
  return Array.from({ length: count }, () => [50 + 20 * thrown.next(), 50 + 20 * thrown.next()]);
};

test("one test: its verdict and its p are the same in the first line and in the table", () => {
  const { decision, comparison, report, headline, row } = played(luck(30));
  expect(decision.verdict).toBe("no difference found");
  const p = decision.p!.toFixed(3).replace(/^0/, "");
  expect(headline).toContain(`no difference found, p = ${p} `);
  expect(headline).not.toContain("insufficient");
  expect(row).toContain(`| ${p} | no difference found |`);
  expect(comparison.primary).toMatchObject({
    p: decision.p,
    adjusted: decision.p,
    verdict: decision.verdict,
  });
  // By the spread that was seen.
  expect(report).toMatch(/a true difference of \d+(\.\d+)? in overall would be detected with 80 % power/);
});

test("pairs that are all equal were looked at: no difference found, and what could have been seen", () => {
  const { headline, row, report } = played(
    Array.from({ length: 6 }, () => [50, 50] as const),
    { aa: true },
  );
  expect(headline).toContain("no difference found, all 6 pairs are equal");
  expect(row).toContain("| - | no difference found |");
  expect(report).toContain("6 pairs all in one direction would have been significant");
});

test.each<[string, Array<[Score, Score]>, Partial<AbPlan>]>([
  ["5 pairs are too few, and 6 are the least", Array.from({ length: 5 }, () => [1, 2]), {}],
  [
    "3 of 10 pairs differ, and 6 are the least",
    Array.from({ length: 10 }, (_, index) => [1, index < 3 ? 2 : 1]),
    {},
  ],
  [
    "even if all 8 went one way, p would be .008, and alpha is 0.001",
    Array.from({ length: 8 }, (_, index) => [1, index < 5 ? 2 : 0]),
    { alpha: 0.001 },
  ],
])("nothing could have been found: %s", (why, scores, own) => {
  const { headline, row, report } = played(scores, own);
  expect(headline).toContain(`the evidence is insufficient: ${why}`);
  expect(row).toContain("insufficient evidence |");
  expect(report).not.toContain("would have been seen");
});

test("where p alone would name a winner and the test does not, the table does not either", () => {
  // A stricter alpha; and most pairs tied.
  const strict = played(
    luck(30).map(([a], index) => [a, a + (index % 3 === 0 ? -1 : 1)]),
    { alpha: 0.001 },
  );
  expect(strict.decision.p).toBeGreaterThan(0.001);
  expect(strict.row).toContain("no difference found |");
  const tied = played(Array.from({ length: 20 }, (_, index) => [1, index < 8 ? 2 : 1] as const));
  expect(tied.headline).toContain("most pairs have no winner");
  expect(tied.row).toContain("insufficient evidence |");
  expect(tied.report).toMatch(/^Most pairs have no winner .*\.$/m);
});

test("an arm that crashed is tested by wins, in the table too", () => {
  const { headline, row, report } = played(Array.from({ length: 6 }, () => [1, "crashed"] as const));
  expect(headline).toMatch(/^A \(old\) wins in overall.*p = \.031/);
  expect(row).toContain("| .031 | worse |");
  expect(report).toContain("by wins, since an arm crashed");
});

test("before all pairs are there nothing is tested, in the table neither", () => {
  const { report, headline } = played(
    Array.from({ length: 9 }, () => [1, 2] as const),
    { times: 12 },
  );
  expect(headline).toContain("9 of 12 pairs are played");
  expect(report).not.toMatch(/better|worse|\| verdict/);
  expect(report).toContain("The test runs once, when all pairs are played");
});

test("a noise floor of 0 makes no difference real", () => {
  const still: NoiseFloor = {
    scores: 8,
    mean: 50,
    betweenDice: { spread: 2, negative: false },
    withinDice: { spread: 0, negative: false },
    rejudging: { spread: null, negative: false },
  };
  const plan = { ...planned, times: 20, noise: { dice: 4, repeats: 2 } };
  expect(realDifference(still, plan)).toBeNull();
  expect(realDifference({ ...still, withinDice: { spread: 1, negative: false } }, plan)).toBeGreaterThan(0);
  const { report } = played(
    luck(20),
    { noise: plan.noise },
    { floor: still, realDifference: null, missing: 0 },
  );
  expect(report).not.toContain("comes from the change");
  expect(report).toContain(
    "does not make every difference real: another wording draws other luck, which a repeat of the same wording cannot show; only several pairs tell",
  );
});

test("possibly billed is what comes on top of the cost, not the cost once more", () => {
  expect(played(luck(20)).report).toContain(
    "Cost: \\$0.5000; possibly billed: up to \\$0.2500 more for 2 attempts without an answer.",
  );
});
