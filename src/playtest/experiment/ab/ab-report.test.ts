import { expect, test } from "vitest";
import type { AbPair, AbPlan, Issue } from "../../../contract/index.ts";
import { ciMarkdown } from "../../../kernel/report/index.ts";
import { dice } from "../../../kernel/dice/index.ts";
import type { Play } from "../../compare/index.ts";
import { abCi } from "./ab-ci.ts";
import { abFiles, abReport, type AbRun } from "./ab-report.ts";
import { compareUsed } from "./summarise-ab.ts";
import { pairWon } from "./ab-pairs.ts";
import { decide, differenceInterval } from "./decide.ts";

type Score = number | "crashed";

const planned: AbPlan = {
  version: 2,
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
    notes: [],
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
