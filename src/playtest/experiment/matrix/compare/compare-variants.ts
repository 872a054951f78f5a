/** Compares the prompts or the narrators of one matrix with the first. */
import type { ArmComparison, MatrixRow } from "../../../../contract/index.ts";
import { compareArms, type BecauseOptions } from "../../../compare/index.ts";
import { playOf } from "../matrix-rows.ts";
import { valuesOf, type VariedBy } from "./variants.ts";

/** A pair shares the group of players and the other varied factor. Each group counts once. */
export function compareVariants(
  rows: readonly MatrixRow[],
  { by, quoteOf }: { by: VariedBy } & Pick<BecauseOptions, "quoteOf">,
): ArmComparison[] {
  const other = by === "prompt" ? "narrator" : "prompt";
  const arms = valuesOf(rows, by).map((name) => ({
    name,
    plays: rows
      .filter((row) => row[by] === name)
      .map((row) => playOf(row, { pair: `${row.pair}/${row[other]}` })),
  }));
  return compareArms(arms, { unit: "session", quoteOf });
}
