import type { AbDecision, AbPlan } from "../../contract/index.ts";
import {
  compareArms,
  type ArmComparison,
  type MetricComparison,
  type MetricName,
  type Play,
} from "../compare/index.ts";

/** Every metric over the pairs that the decision rests on. What decides is tested once, by the decision: the same p and verdict stand here. Null: there are no pairs. */
export function compareUsed(
  { a, b, metric, alpha }: AbPlan,
  used: ReadonlyArray<{ a: Play; b: Play }>,
  { p, verdict, why, crashed }: AbDecision,
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
    primary: { ...compared.primary, p, adjusted: p, verdict },
    ...(notes.length > 0 && { note: notes.join(". ") }),
  };
}

/** Stopped by what was seen, or not all there: a test of the same pairs that does not know it would lie. */
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
