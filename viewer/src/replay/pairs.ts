/** Whether a replay can decide: how many pairs there are, and how many are needed. */
import type { ComparisonView, Recommendation } from "../../../src/contract/index.ts";
import { count } from "../ui/format.ts";

const PAIR = "A pair is one branch with the change and one without, with the same dice.";

/** Before the replay, beside the number of branches. */
export const beforePairs = (times: number, fewest: number): string =>
  times < fewest
    ? `To decide, a change needs at least ${fewest} branches, and as many without the change. ${PAIR} The session itself gives one without.`
    : `Enough for a decision, together with as many branches without the change. ${PAIR} The session itself gives one without.`;

/** The number of pairs that would decide: the minimum, or more if the observed difference is small. */
export const pairsToDecide = ({ recommendation, comparisons, fewestPairs }: PairsOf): number =>
  Math.max(fewestPairs, (comparisons[0]?.paired ?? 0) + (recommendation.more?.count ?? 0));

type PairsOf = Pick<ComparisonView, "recommendation" | "comparisons" | "fewestPairs">;

/** Too few pairs, said once and explained. Any other recommendation stays as it is. */
export function explainPairs({ recommendation, comparisons, fewestPairs }: PairsOf): Recommendation {
  const [only, ...others] = comparisons;
  if (
    recommendation.is !== "insufficient evidence" ||
    !only ||
    others.length > 0 ||
    only.note !== undefined ||
    (only.withheld ?? []).length > 0 ||
    only.paired === 0 ||
    only.primary.pairs >= fewestPairs
  )
    return recommendation;
  const { paired, alone } = only;
  const single = alone.a + alone.b;
  return {
    ...recommendation,
    says: [
      `${count(paired, "pair")} ${paired === 1 ? "is" : "are"} too few: a decision needs at least ${fewestPairs}.`,
      PAIR,
      single > 0
        ? `${count(single, "branch", "branches")} ${single === 1 ? "has" : "have"} no partner yet.`
        : "",
    ]
      .filter(Boolean)
      .join(" "),
  };
}
