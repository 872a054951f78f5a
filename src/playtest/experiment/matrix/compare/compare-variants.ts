/** Compares the prompts or narrators of one matrix with the first. */
import type { MatrixConfig, MatrixResult, MatrixRow, VariantStanding } from "../../../../contract/index.ts";
import {
  compareArms,
  groups,
  higherIsBetter,
  judgeTogether,
  type ArmComparison,
  type MetricName,
} from "../../../compare/index.ts";
import { comparable, playOf, provisionalOf, provisionalText } from "../matrix-rows.ts";
import { moreGroups } from "./more-groups.ts";
import { variantSummary } from "../metric-summaries.ts";

export type VariedBy = "prompt" | "narrator";

/** Pairs share the group and the other varied factor. Several comparisons are corrected together. */
export function compareVariants(
  rows: readonly MatrixRow[],
  {
    by,
    primary,
    config,
  }: {
    by: VariedBy;
    primary: MetricName;
    /** The planned config. Absent: the metric counts as pre-registered. */ config?: MatrixConfig;
  },
): ArmComparison[] {
  const other = by === "prompt" ? "narrator" : "prompt";
  const plays = (variant: string) =>
    comparable(rows)
      .filter((row) => row[by] === variant)
      .map((row) => playOf(row, `${row.pair}/${row[other]}`));
  const open = provisionalOf(rows);
  const circumstances = {
    ...(open && { withheld: [provisionalText(open)] }),
    ...(config &&
      config.primaryMetric !== primary && { chosenNow: `the matrix pre-registered ${config.primaryMetric}` }),
  };
  const [first, ...others] = [...new Set(rows.map((row) => row[by]))];
  return judgeTogether(
    others.map((variant) =>
      compareArms({
        a: { name: `${by} ${first}`, plays: plays(first!) },
        b: { name: `${by} ${variant}`, plays: plays(variant) },
        primary,
        thing: groups,
        circumstances,
      }),
    ),
  );
}

/** Prompts and narrators, best first, each compared with the first of the plan. */
export const standingsOf = (rows: readonly MatrixRow[], primary: MetricName): MatrixResult["standings"] => ({
  prompts: standings(rows, { by: "prompt", primary }),
  narrators: standings(rows, { by: "narrator", primary }),
});

function standings(
  rows: readonly MatrixRow[],
  { by, primary }: { by: VariedBy; primary: MetricName },
): VariantStanding[] {
  const comparisons = compareVariants(rows, { by, primary });
  const variants = [...Map.groupBy(rows, (row) => row[by])].map(([name, own], at): VariantStanding => ({
    name,
    ...variantSummary(own, primary),
    comparison: at === 0 ? null : standingOf(comparisons[at - 1]!, comparisons.length),
  }));
  // Without verdicts the order stays as in the plan.
  if (comparisons.some((comparison) => comparison.primary.verdict === null)) return variants;
  const worth = ({ metrics }: VariantStanding) =>
    (metrics[primary]?.mean ?? Number.NaN) * (higherIsBetter(primary) ? 1 : -1);
  // The mean of a variant that crashed more often covers only its better sessions.
  const crashes = ({ outcomes, sessions }: VariantStanding) => (outcomes["crashed"] ?? 0) / sessions;
  return variants.toSorted(
    (a, b) =>
      crashes(a) - crashes(b) ||
      (Number.isNaN(worth(a)) || Number.isNaN(worth(b))
        ? Number(Number.isNaN(worth(a))) - Number(Number.isNaN(worth(b)))
        : worth(b) - worth(a)),
  );
}

function standingOf(
  { primary, others, alone, speaksFor, note, withheld = [] }: ArmComparison,
  comparisons: number,
): NonNullable<VariantStanding["comparison"]> {
  const { pairs, meanDifference, interval, effectSize, adjusted, verdict } = primary;
  return {
    pairs,
    alone: alone.a + alone.b,
    speaksFor,
    difference: meanDifference,
    interval: interval ? { low: interval.low, high: interval.high } : null,
    effectSize,
    p: adjusted,
    verdict,
    others: others.flatMap(({ metric, meanDifference: difference, adjusted: p, verdict: said }) =>
      difference !== null && p !== null && (said === "better" || said === "worse")
        ? [{ metric, difference, p, verdict: said }]
        : [],
    ),
    ...((verdict === "no difference found" || verdict === "insufficient evidence") && {
      more: moreGroups({ pairs, effectSize, alpha: 0.05, comparisons }),
    }),
    ...(withheld.length > 0 ? { note: withheld.join("; ") } : note !== undefined && { note }),
  };
}
