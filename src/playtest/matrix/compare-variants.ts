import type { MatrixConfig, MatrixRow } from "../../contract/index.ts";
import { compareArms, groups, judgeTogether, type ArmComparison, type MetricName } from "../compare/index.ts";
import { withinMatrix } from "./circumstances.ts";
import { playOf, told } from "./told-rows.ts";

export type VariedBy = "prompt" | "narrator";

/** Within one matrix: each prompt, or narrator, beside the first. Pairs are the same group and whatever else was varied. The more there are, the more is asked of each. */
export function compareVariants(
  rows: readonly MatrixRow[],
  {
    by,
    primary,
    config,
  }: {
    by: VariedBy;
    primary: MetricName;
    /** As it was planned; without it, the metric is taken to be the one it named. */ config?: MatrixConfig;
  },
): ArmComparison[] {
  const other = by === "prompt" ? "narrator" : "prompt";
  const plays = (variant: string) =>
    told(rows)
      .filter((row) => row[by] === variant)
      .map((row) => playOf(row, `${row.pair}/${row[other]}`));
  const circumstances = withinMatrix({ rows, config }, primary);
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
