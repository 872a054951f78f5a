/** What the evidence of one or several comparisons says to do. The sentence is the one that the terminal prints. */
import type { Recommendation } from "../../contract/index.ts";
import { counted, signed } from "../../kernel/report/index.ts";
import { FEWEST_PAIRS, pairsNeeded, type Verdict } from "../../kernel/stats/index.ts";
import type { ArmComparison } from "./arm-comparison.ts";
import { headline, shownNumber } from "./arms-text.ts";

export type Is = Recommendation["is"];

/** A change is shipped if it is better. Null: neither direction is better. */
export const recommendationOf = (verdict: Verdict | null): Is =>
  verdict === "better"
    ? "ship"
    : verdict === "worse"
      ? "do not ship"
      : verdict === "no difference found"
        ? verdict
        : "insufficient evidence";

/** The offline cast can show that evidence is missing, but nothing about a prompt. */
export const unlessHouse = (is: Is, house: boolean): Is =>
  house && is !== "insufficient evidence" && is !== "unfinished" ? "not evidence" : is;

/** One better change is enough to ship it; while one is undecided, the question is open. */
const order: readonly Is[] = ["ship", "insufficient evidence", "no difference found", "do not ship"];

/** The one that decides for all. Undefined if the list is empty. */
export const mostTelling = <T>(all: readonly T[], isOf: (one: T) => Is): T | undefined =>
  all.toSorted((one, other) => order.indexOf(isOf(one)) - order.indexOf(isOf(other)))[0];

export function recommendComparison(
  comparisons: readonly ArmComparison[],
  { house, unpaired }: { house: boolean; /** Why nothing can be paired. */ unpaired?: string | undefined },
): Recommendation {
  const isOf = ({ paired, withheld = [], primary, note }: ArmComparison): Is =>
    paired === 0 || withheld.length > 0 || note !== undefined
      ? "insufficient evidence"
      : recommendationOf(primary.verdict);
  const chosen = mostTelling(comparisons, isOf);
  if (!chosen)
    return {
      is: "insufficient evidence",
      says: unpaired ?? "These sessions have no metric in common.",
    };
  const is = isOf(chosen);
  const says =
    unpaired !== undefined && chosen.paired === 0 ? unpaired : `${headline(chosen)}${alsoApart(chosen)}`;
  const more = is === "insufficient evidence" && chosen.paired > 0 ? morePairs(chosen) : undefined;
  return { is: unlessHouse(is, house), says, ...(more && { more: house ? houseMore(more) : more }) };
}

/** What else differs, since it may be the cause. */
const alsoApart = ({ settings = [] }: ArmComparison): string =>
  settings.length === 0 ? "" : ` Also different: ${settings.join(", ")}. That may be the cause.`;

const houseMore = (more: NonNullable<Recommendation["more"]>): Recommendation["more"] => ({
  ...more,
  says: `${more.says} The house cast played, so even then it is not evidence about a prompt or a model.`,
});

/** With more pairs than this, the difference is too small to matter. */
const MOST_PAIRS = 2_000;

/** How many more pairs would decide. Undefined: too many, or something else is missing. */
function morePairs({ primary, families, withheld = [], note }: ArmComparison): Recommendation["more"] {
  const { pairs, effectSize, meanDifference, metric } = primary;
  if (withheld.length > 0 || note !== undefined || pairs === 0) return undefined;
  const needed = effectSize
    ? pairsNeeded({
        effect: Math.max(1e-3, Math.abs(effectSize)),
        alpha: 0.05 / Math.max(1, families.primary),
      })
    : FEWEST_PAIRS;
  const count = Math.max(needed, FEWEST_PAIRS) - pairs;
  if (count <= 0 || count > MOST_PAIRS) return undefined;
  const observed =
    effectSize && meanDifference
      ? `If the observed difference of ${signed(meanDifference, shownNumber)} in ${metric} is real, ${counted(count, "more pair")} would detect it with 80 % power.`
      : `A test needs at least ${counted(count, "more pair")}.`;
  return { says: observed, count };
}
