import type { MatrixResult, MatrixRow, VariantStanding } from "../../contract/index.ts";
import { higherIsBetter, type ArmComparison, type MetricName } from "../compare/index.ts";
import { compareVariants, type VariedBy } from "./compare-variants.ts";
import { variantSummary } from "./summaries.ts";

/** Prompts and narrators, best first, each beside the first of its kind. */
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
    comparison: at === 0 ? null : told(comparisons[at - 1]!),
  }));
  // What nobody can rank stays as it was named.
  if (comparisons.some((comparison) => comparison.primary.verdict === null)) return variants;
  const worth = ({ metrics }: VariantStanding) =>
    (metrics[primary]?.mean ?? Number.NaN) * (higherIsBetter(primary) ? 1 : -1);
  // Who crashed more has only its better sessions in its mean.
  const crashes = ({ outcomes, sessions }: VariantStanding) => (outcomes["crashed"] ?? 0) / sessions;
  return variants.toSorted(
    (a, b) =>
      crashes(a) - crashes(b) ||
      (Number.isNaN(worth(a)) || Number.isNaN(worth(b))
        ? Number(Number.isNaN(worth(a))) - Number(Number.isNaN(worth(b)))
        : worth(b) - worth(a)),
  );
}

function told({
  primary,
  others,
  alone,
  speaksFor,
  note,
  withheld = [],
}: ArmComparison): NonNullable<VariantStanding["comparison"]> {
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
    ...(withheld.length > 0 ? { note: withheld.join("; ") } : note !== undefined && { note }),
  };
}
