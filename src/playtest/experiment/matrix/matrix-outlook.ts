/** What a planned matrix could show: pairs, the fewest groups that decide, and the difference it would usually find. */
import type { MatrixPlan, MatrixRow } from "../../../contract/index.ts";
import { counted, rounded } from "../../../kernel/report/index.ts";
import { fewestGroups } from "../../compare/index.ts";
import { meanOfKnown } from "../../metrics/index.ts";
import { isVaried, valuesOf, variantsOf, type VariedBy } from "./compare/variants.ts";

export type MatrixOutlook = {
  by: VariedBy | "baseline";
  /** Beside the first, or beside the baseline. */
  comparisons: number;
  /** Groups of players, each of which is a pair. */
  groups: number;
  /** With fewer, nothing can be decided. */
  fewest: number;
  /** A true difference of this size would usually be found. Null: too few groups. */
  usually: number | null;
  /** The standard deviation of overall over sessions. */
  spread: { value: number; from: "baseline" | "assumption" };
};

/** Points of overall, measured with house narrators. */
const ASSUMED_SPREAD = 9;
/** "Usually" is a power of 80 %: this many standard errors. */
const USUALLY = 2.8;

/** One for the prompts and one for the narrators, if they vary; one for the baseline, if there is one. */
export function matrixOutlooks(
  { sessions }: Pick<MatrixPlan, "sessions">,
  { baseline }: { baseline?: readonly MatrixRow[] | undefined } = {},
): MatrixOutlook[] {
  const groups = new Set(sessions.map(({ pair }) => pair)).size;
  const measured = baseline && spreadOf(baseline);
  const spread: MatrixOutlook["spread"] =
    measured == null ? { value: ASSUMED_SPREAD, from: "assumption" } : { value: measured, from: "baseline" };
  const outlook = (by: MatrixOutlook["by"], comparisons: number): MatrixOutlook => {
    // Variants beside a baseline are judged one by one.
    const fewest = fewestGroups(by === "baseline" ? 1 : comparisons);
    const error = (spread.value * Math.SQRT2) / Math.sqrt(groups);
    return { by, comparisons, groups, fewest, usually: groups < fewest ? null : USUALLY * error, spread };
  };
  return [
    ...(["prompt", "narrator"] as const)
      .filter((by) => isVaried(sessions, by))
      .map((by) => outlook(by, valuesOf(sessions, by).length - 1)),
    ...(baseline ? [outlook("baseline", variantsOf(sessions).length)] : []),
  ];
}

/** Pooled over the variants. Null: no variant has two scores. */
function spreadOf(rows: readonly MatrixRow[]): number | null {
  const variances = variantsOf(rows).flatMap(({ rows: own }) => {
    const scores = own.flatMap(({ score }) => score?.overall ?? []);
    const mean = meanOfKnown(scores);
    return scores.length < 2
      ? []
      : [scores.reduce((sum, value) => sum + (value - mean!) ** 2, 0) / (scores.length - 1)];
  });
  const variance = meanOfKnown(variances);
  return variance === null ? null : Math.sqrt(variance);
}

/** One sentence or two, for the dry run and the form. */
export function outlookText({ by, comparisons, groups, fewest, usually, spread }: MatrixOutlook): string {
  const beside = by === "baseline" ? "the baseline" : `the first ${by}`;
  const pairs = `${counted(comparisons, "comparison")} with ${beside}, ${counted(groups, "pair")} each.`;
  if (usually === null) return `${pairs} At least ${fewest} groups are needed to decide anything.`;
  const source =
    spread.from === "assumption"
      ? `assuming a standard deviation of ${spread.value} between sessions`
      : `with the baseline's standard deviation of ${rounded(spread.value, 1)} between sessions`;
  // Holm's correction asks for more where several are compared.
  const inOne = comparisons > 1 ? " in a single comparison" : "";
  return `${pairs} ${counted(groups, "group")} would usually show about ${rounded(usually, 0)} points${inOne} (${source}).`;
}
