import { expect, test } from "vitest";
import type { AbPair, AbPlan, Issue, NoiseFloor } from "../../../contract/index.ts";
import { ciMarkdown } from "../../../kernel/report/index.ts";
import { dice } from "../../../kernel/dice/index.ts";
import type { Play } from "../../compare/index.ts";
import { abCi } from "./ab-ci.ts";
import { abFiles, abReport, type AbRun } from "./ab-report.ts";
import { compareUsed } from "./summarise-ab.ts";
import { pairWon } from "./ab-pairs.ts";
import { decide, differenceInterval } from "./decide.ts";
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

/** A whole test from the scores of its pairs, in `overall`. */
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
  const options = {
    times: plan.times,
    untilDecided: plan.untilDecided,
    checkpoints: 1,
    alpha: plan.alpha,
    higherIsBetter: true,
  };
  const decision = { ...decide(pairs, options), interval: differenceInterval(pairs, options) };
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
    plan,
    run,
    decision,
    stored: JSON.parse(abFiles(run, { dir: "d", plan }).result as string) as {
      says: string;
      decision: typeof decision;
    },
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

test("one test: the first line and the table have the same verdict and p", () => {
  const { decision, comparison, report, headline, row } = played(luck(30));
  expect(decision.verdict).toBe("no difference found");
  const p = decision.p!.toFixed(3);
  expect(headline).toContain(`no difference found, p = ${p} `);
  expect(headline).not.toContain("insufficient");
  expect(row).toContain(`| ${p} | no difference found |`);
  expect(comparison.primary).toMatchObject({
    p: decision.p,
    adjusted: decision.p,
    verdict: decision.verdict,
  });
  // From the observed spread.
  expect(report).toMatch(/a true difference of \d+(\.\d+)? in overall would be detected with 80 % power/);
});

test("pairs that are all equal count as tested: no difference found, with the detectable difference", () => {
  const { headline, row, report } = played(
    Array.from({ length: 6 }, () => [50, 50] as const),
    { aa: true },
  );
  expect(headline).toContain("no difference found, all 6 pairs are equal");
  expect(row).toContain("| - | no difference found |");
  expect(report).toContain("6 pairs all in one direction would have been significant");
});

test.each<[string, Array<[Score, Score]>, Partial<AbPlan>]>([
  ["5 pairs are too few (at least 6 needed)", Array.from({ length: 5 }, () => [1, 2]), {}],
  [
    "even if all 8 went one way, p would be 0.008, and alpha is 0.001",
    Array.from({ length: 8 }, (_, index) => [1, index < 5 ? 2 : 0]),
    { alpha: 0.001 },
  ],
])("nothing could have been detected: %s", (why, scores, own) => {
  const { headline, row, report } = played(scores, own);
  expect(headline).toContain(`insufficient evidence: ${why}`);
  expect(row).toContain("insufficient evidence |");
  expect(report).not.toContain("would have been seen");
});

test("few of ten pairs differ: each could have, so no difference was found", () => {
  const { headline, row } = played(Array.from({ length: 10 }, (_, index) => [1, index < 3 ? 2 : 1] as const));
  expect(headline).toContain("no difference found, only 3 of 10 pairs differ");
  expect(row).toContain("no difference found |");
});

test("if p alone would name a winner and the test does not, the table does not either", () => {
  const strict = played(
    luck(30).map(([a], index) => [a, a + (index % 3 === 0 ? -1 : 1)]),
    { alpha: 0.001 },
  );
  expect(strict.decision.p).toBeGreaterThan(0.001);
  expect(strict.row).toContain("no difference found |");
});

test("tested once, ties do not remove the winner, and their share is in the sentence", () => {
  const { headline, row } = played(Array.from({ length: 20 }, (_, index) => [1, index < 8 ? 2 : 1] as const));
  expect(headline).toMatch(/^B \(new\) has a better mean than A in overall .*p = 0\.008/);
  expect(headline).toContain("B won 8 of 8 pairs with a winner (100 %); 12 of 20 pairs tied (60 %).");
  expect(row).toContain("| 0.008 | better |");
});

test("until decided, the sentence says what is tested, with wins, ties and the mean", () => {
  const scores = Array.from(
    { length: 40 },
    (_, at) => (at % 2 === 0 ? [5, 5] : [5, 6 + (at % 3)]) as [number, number],
  );
  const { headline, stored, report } = played(scores, { untilDecided: true });
  expect(headline).toMatch(
    /^B \(new\) wins more pairs than A in overall \(the test compares win chances, not means\): E = 28\.4, threshold 20; B won 8 of 8 pairs with a winner \(100 %\); 8 of 16 pairs tied \(50 %\); mean difference B − A \+[\d.]+ \(95 % interval \+[\d.]+ to \+[\d.]+, not adjusted for stopping early\)\.$/,
  );
  expect(stored.says).toBe(headline);
  expect(stored.decision).toMatchObject({
    tested: "wins",
    winShare: 1,
    tieShare: 0.5,
    betterMean: "b",
    interval: { level: 0.95 },
  });
  expect(report).not.toContain("Within 40 pairs");
});

test("after many pairs that all tied, more pairs are not suggested", () => {
  const ties = (count: number) =>
    played(
      Array.from({ length: count }, () => [5, 5] as const),
      { untilDecided: true },
    );
  expect(ties(20).report).toContain("All 20 pairs tied: A and B do the same in overall");
  expect(ties(20).report).not.toContain("can be resumed with more pairs");
  expect(ties(5).report).toContain("can be resumed with more pairs");
});

test("a winner with the worse mean is never named without saying so", () => {
  const { headline } = played([[90, 0], ...Array.from({ length: 12 }, () => [1, 2] as const)], {
    untilDecided: true,
  });
  expect(headline).toMatch(/^B \(new\) wins more pairs than A in overall, although A has the better mean \(/);
  expect(headline).toContain("mean difference B − A −");
  const rare = [
    ...Array.from({ length: 11 }, () => [2, 1] as const),
    ...Array.from({ length: 9 }, () => [0, 50] as const),
  ];
  expect(played(rare).headline).toMatch(
    /^B \(new\) has a better mean than A in overall, although A won more pairs \(the test compares means, not win chances\)/,
  );
});

test("an undecided test says what its cap could have shown", () => {
  const { headline, report } = played([...luck(20)], { untilDecided: true });
  expect(headline).toMatch(/^No winner in overall: insufficient evidence that one arm wins more pairs/);
  expect(report).toContain(
    "With 20 pairs and no ties, an arm that wins 70 % of them is declared the winner with 18 % power; for 80 % power it must win 87 %.",
  );
});

test("an arm that crashed is tested by wins, also in the table", () => {
  const { headline, row, report } = played(Array.from({ length: 6 }, () => [1, "crashed"] as const));
  expect(headline).toMatch(/^A \(old\) wins more pairs than B in overall \(.*p = 0\.031/);
  expect(row).toContain("| 0.031 | worse |");
  expect(report).toContain("by wins, since an arm crashed");
  // The remaining pairs are a biased selection: their interval would contradict p.
  const some = played(
    Array.from({ length: 20 }, (_, at) =>
      at < 7 ? ([5, "crashed"] as const) : ([5, 6 + (at % 3)] as const),
    ),
  );
  expect(some.headline).toMatch(
    /^No winner in overall: no difference found, p = 0\.\d+ .*; mean difference B − A \+[\d.]+ over the 13 pairs in which neither crashed\.$/,
  );
  expect(some.row).not.toMatch(/\+[\d.]+ to \+/);
});

test("nothing is tested before all pairs are played, nor in the table", () => {
  const { report, headline } = played(
    Array.from({ length: 9 }, () => [1, 2] as const),
    { times: 12 },
  );
  expect(headline).toContain("9 of 12 pairs are played");
  expect(report).not.toMatch(/better|worse|\| verdict/);
  expect(report).toContain("The test runs once, when all pairs are played");
});

const moves = (spread: number | null) => ({
  spread,
  negative: false,
  df: 4,
  interval: spread ? { low: spread / 2, high: 3 * spread } : null,
});

test("with a noise floor of 0 no difference is called real", () => {
  const still: NoiseFloor = {
    scores: 8,
    mean: 50,
    betweenDice: moves(2),
    withinDice: moves(0),
    rejudging: moves(null),
    replay: moves(0),
  };
  const plan = { ...planned, times: 20, noise: { dice: 4, repeats: 2 } };
  expect(realDifference(still, plan)).toBeNull();
  expect(realDifference({ ...still, replay: moves(1) }, plan)).toBeGreaterThan(0);
  const { report } = played(
    luck(20),
    { noise: plan.noise },
    { floor: still, realDifference: null, realInterval: null, missing: 0 },
  );
  expect(report).not.toContain("comes from the change");
  expect(report).toContain(
    "A single difference may still be chance: another wording leads to another course of events. Play several pairs.",
  );
  const same = { ...still, betweenDice: moves(0) };
  const without = played(
    luck(20),
    { noise: plan.noise },
    { floor: same, realDifference: null, realInterval: null, missing: 0 },
  );
  expect(without.report).toContain("8 replays showed no variation (overall 50); too few to rule it out.");
  expect(without.report).not.toContain("spread between dice");
});

test("the noise floor is printed with its own uncertainty", () => {
  const floor: NoiseFloor = {
    scores: 8,
    mean: 50,
    betweenDice: { ...moves(2), df: 3 },
    withinDice: moves(1),
    rejudging: moves(null),
    replay: moves(1),
  };
  const { report } = played(
    luck(20),
    { noise: { dice: 4, repeats: 2 } },
    { floor, realDifference: 1.5, realInterval: { low: 0.75, high: 4.5 }, missing: 0 },
  );
  expect(report).toContain(
    "spread between dice 2 (95 % interval 1 to 6, 3 degrees of freedom), within the same dice 1 (95 % interval 0.5 to 3, 4 degrees of freedom).",
  );
  expect(report).toContain("95 % confidence interval of this threshold: 0.75 to 4.5");
});

test("possibly billed is the amount on top of the cost, not the cost again", () => {
  expect(played(luck(20)).report).toContain(
    "Cost: \\$0.5000; possibly billed: up to \\$0.2500 more for 2 attempts without an answer.",
  );
});

test("for CI: the verdict first, the three worst findings of the replays with quotes, the cost last", () => {
  const { plan, run, headline } = played(luck(30));
  const issueAt = (turn: number, severity: Issue["severity"]): Issue => ({
    turn,
    type: "contradiction",
    description: `The door is open and shut in turn ${turn}.`,
    severity,
    evidence: [{ turn, text: `the door of turn ${turn}` }],
    confidence: 1,
    source: "reader",
  });
  const results = [
    {
      sessionId: "a-1",
      issues: [issueAt(7, "warning"), issueAt(8, "error")],
      outcome: "timeout" as const,
      why: "out of turns",
    },
    {
      sessionId: "b-1",
      issues: [issueAt(6, "error"), issueAt(9, "error")],
      outcome: "interrupted" as const,
      why: "xAI answered 500.",
    },
  ];
  const markdown = ciMarkdown(abCi(plan, run, { dir: "d", results }), { command: "ab", exit: 0 });
  const verdict = markdown.indexOf("no difference found");
  expect(headline).toContain("no difference found");
  const places = [
    verdict,
    ...["b-1, turn 6", "a-1, turn 8", "b-1, turn 9", "**Evidence**", "**Cost:** "].map((text) =>
      markdown.indexOf(text),
    ),
  ];
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(markdown).toContain("> **Note:** The replay b-1 did not finish: xAI answered 500.");
  expect(markdown).toContain("The 3 worst of 4 findings");
  expect(markdown).toContain("> “the door of turn 6” (turn 6)");
  expect(markdown).not.toContain("turn 7");
  // The cost is said once.
  expect(markdown.match(/Cost:/g)).toHaveLength(1);
});
