/** What a comparison of prompts, narrators or matrices says. */
import type { ArmComparison, Verdict, VerdictTable } from "../../contract/index.ts";
import { shownP, signed } from "../../kernel/report/index.ts";
import { shownNumber } from "../../kernel/verdict-words/index.ts";
import { comparisonHeadline } from "./comparison-headline.ts";

const order: Record<ArmComparison["result"], number> = {
  worse: 0,
  better: 0,
  "no difference found": 1,
  "too few groups": 2,
};

/** The largest difference; otherwise what shows most. */
export const mostTelling = (comparisons: readonly ArmComparison[]): ArmComparison | undefined =>
  comparisons.toSorted(
    (x, y) => order[x.result] - order[y.result] || Math.abs(y.difference ?? 0) - Math.abs(x.difference ?? 0),
  )[0];

export function armsVerdict(comparisons: readonly ArmComparison[], cautions: string[]): Verdict {
  const first = mostTelling(comparisons)!;
  // Those beside the same reference share Holm's correction.
  const beside = comparisons.filter(({ a }) => a === first.a).length;
  return {
    outcome: first.result === "too few groups" ? "undecided" : "done",
    headline: comparisonHeadline(first, { beside }),
    cautions,
    because: first.because,
    facts: [],
    findings: [],
    tables: [armsTable(comparisons)],
    next: [],
  };
}

/** Every comparison in a row: B beside A. */
const armsTable = (comparisons: readonly ArmComparison[]): VerdictTable => ({
  title: "Overall, in pairs of the same group",
  columns: [
    { label: "B" },
    { label: "A" },
    ...["B scores", "A scores", "B − A", "95 % interval", "Better", "Worse", "Groups", "p"].map((label) => ({
      label,
      align: "right" as const,
    })),
    { label: "B is" },
  ],
  rows: comparisons.map(({ a, b, meanA, meanB, difference, interval, better, worse, groups, p, result }) => [
    b,
    a,
    meanB,
    meanA,
    difference === null ? null : signed(difference, shownNumber),
    interval && `${signed(interval.low, shownNumber)} to ${signed(interval.high, shownNumber)}`,
    better,
    worse,
    groups,
    p === null ? null : shownP(p),
    result,
  ]),
});
