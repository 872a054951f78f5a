/** Sums up the pairs of an A/B test: the decision, every metric, the noise floor and the cost. */
import type { AbDecision, AbPair, AbPlan } from "../../../contract/index.ts";
import {
  compareArms,
  higherIsBetter,
  type ArmComparison,
  type MetricComparison,
  type MetricName,
  type Play,
} from "../../compare/index.ts";
import { notesIn, spentOnSessions } from "../run-experiment.ts";
import { noiseReplays, readNoise } from "./ab-noise.ts";
import { layoutOf } from "./ab-pairs.ts";
import type { AbRun } from "./ab-report.ts";
import { decide, differenceInterval, type DecideOptions } from "./decide.ts";

type Decided = Pick<AbPlan, "times" | "untilDecided" | "alpha" | "metric"> & {
  checkpoints: readonly unknown[];
};

export const decideOptions = (plan: Decided): DecideOptions => ({
  ...layoutOf(plan),
  alpha: plan.alpha,
  higherIsBetter: higherIsBetter(plan.metric as MetricName),
});

export function decisionOf(plan: Decided, pairs: readonly AbPair[]): AbDecision {
  const options = decideOptions(plan);
  return { ...decide(pairs, options), interval: differenceInterval(pairs, options) };
}

/** `pairs` and `plays` by the index of the pair. */
export function summariseAb(
  dir: string,
  plan: AbPlan,
  { pairs, plays }: { pairs: ReadonlyMap<number, AbPair>; plays: ReadonlyMap<number, { a: Play; b: Play }> },
): Omit<AbRun, "lost" | "endedBy"> {
  const decision = decisionOf(plan, [...pairs.values()]);
  const used = Array.from({ length: decision.pairsUsed }, (_, index) => plays.get(index)!);
  return {
    decision,
    pairs: [...pairs.values()].toSorted((x, y) => x.index - y.index),
    comparison: compareUsed(plan, used, decision),
    noise: noiseReplays(plan).length === 0 ? null : readNoise(dir, plan),
    spent: spentOnSessions(dir),
    notes: notesIn(dir),
  };
}

/**
 * Every metric over the pairs that the decision uses. The primary metric is tested once, by the decision, and has its p
 * and verdict. Null: no pairs.
 */
export function compareUsed(
  { a, b, metric, alpha }: AbPlan,
  used: ReadonlyArray<{ a: Play; b: Play }>,
  { p, verdict, why, crashed, interval }: AbDecision,
): ArmComparison | null {
  if (used.length === 0) return null;
  const arm = (name: "a" | "b", label: string) => ({
    name: `${name.toUpperCase()} (${label})`,
    plays: used.map((pair) => pair[name]),
  });
  const { note: _note, ...compared } = compareArms({
    a: arm("a", a.label),
    b: arm("b", b.label),
    primary: metric as MetricName,
  });
  if (verdict === null) return untested(compared);
  const undone = verdict === "insufficient evidence" && p !== null && p <= alpha;
  const notes = [
    ...(undone ? [sentence(why)] : []),
    ...(crashed.a + crashed.b > 0 ? [`${sentence(metric)} is tested by wins, since an arm crashed`] : []),
  ];
  return {
    ...compared,
    primary: {
      ...compared.primary,
      p,
      adjusted: p,
      verdict,
      ...(crashed.a + crashed.b > 0 && { interval: undefined }),
      // From the same flips as p. The table's intervals are 95 %.
      ...(interval &&
        alpha === 0.05 && {
          interval: { low: interval.low, high: interval.high, method: "inverted sign-flip" },
        }),
    },
    ...(notes.length > 0 && { note: notes.join(". ") }),
  };
}

/** A test that stopped early or is incomplete must not be tested again as if its size were fixed. */
function untested({ primary, others, completed, ...comparison }: ArmComparison): ArmComparison {
  const bare = (metric: MetricComparison): MetricComparison => ({
    ...metric,
    p: null,
    adjusted: null,
    verdict: null,
    interval: undefined,
  });
  return {
    ...comparison,
    primary: bare(primary),
    others: others.map(bare),
    completed: { ...completed, p: null, adjusted: null, verdict: "insufficient evidence" },
  };
}

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;
