import type { MatrixRow } from "../../contract/index.ts";
import { compareArms, groups, judgeTogether, type ArmComparison, type MetricName } from "../compare/index.ts";
import { playOf, told } from "./told-rows.ts";

export type VariedBy = "prompt" | "narrator";

/** Within one matrix: each prompt, or narrator, beside the first. Pairs are the same group and whatever else was varied. The more there are, the more is asked of each. */
export function compareVariants(rows: readonly MatrixRow[], { by, primary }: { by: VariedBy; primary: MetricName }): ArmComparison[] {
  const other = by === "prompt" ? "narrator" : "prompt";
  const plays = (variant: string) => told(rows).filter((row) => row[by] === variant).map((row) => playOf(row, `${row.pair}/${row[other]}`));
  const [first, ...others] = [...new Set(rows.map((row) => row[by]))];
  return judgeTogether(others.map((variant) => compareArms({ a: { name: `${by} ${first}`, plays: plays(first!) }, b: { name: `${by} ${variant}`, plays: plays(variant) }, primary, thing: groups })));
}
