import type { AbPlan } from "../../contract/index.ts";
import { compareArms, type ArmComparison, type MetricComparison, type MetricName, type Play } from "../compare/index.ts";

/** Every metric over the pairs that the decision rests on. Null: there are none. */
export function compareUsed({ a, b, metric, untilDecided }: AbPlan, used: ReadonlyArray<{ a: Play; b: Play }>): ArmComparison | null {
  if (used.length === 0) return null;
  const arm = (name: "a" | "b", label: string) => ({ name: `${name.toUpperCase()} (${label})`, plays: used.map((pair) => pair[name]) });
  const compared = compareArms({ a: arm("a", a.label), b: arm("b", b.label), primary: metric as MetricName });
  return untilDecided ? untested(compared) : compared;
}

/** Stopped by what was seen: a test of the same pairs that does not know it would lie. */
function untested({ primary, others, completed, ...comparison }: ArmComparison): ArmComparison {
  const bare = (metric: MetricComparison): MetricComparison => ({ ...metric, p: null, adjusted: null, verdict: null, interval: undefined });
  return { ...comparison, note: undefined, primary: bare(primary), others: others.map(bare), completed: { ...completed, p: null, adjusted: null, verdict: "insufficient evidence" } };
}
