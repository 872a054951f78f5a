/** The variants of a matrix: each prompt with each narrator. */
import type { MatrixRow, ArmComparison } from "../../../../contract/index.ts";
import { compareArms, type BecauseOptions } from "../../../compare/index.ts";
import { playOf } from "../matrix-rows.ts";

export type Variant = Pick<MatrixRow, "prompt" | "narrator">;
export type VariedBy = keyof Variant;

/** In the order of the plan. */
export const valuesOf = (rows: readonly Variant[], by: VariedBy): string[] => [
  ...new Set(rows.map((row) => row[by])),
];

export const isVaried = (rows: readonly Variant[], by: VariedBy): boolean => valuesOf(rows, by).length > 1;

/** What tells a variant from the others. Empty: there is only one. */
export function variantName(rows: readonly Variant[], { prompt, narrator }: Variant): string {
  const parts = [
    ...(isVaried(rows, "prompt") ? [prompt] : []),
    ...(isVaried(rows, "narrator") ? [narrator] : []),
  ];
  return parts.join(" with ");
}

/** `name` is empty if there is only one. */
export const variantsOf = <Row extends Variant>(
  rows: readonly Row[],
): Array<Variant & { name: string; rows: Row[] }> =>
  [...Map.groupBy(rows, ({ prompt, narrator }) => JSON.stringify([prompt, narrator])).values()].map((own) => {
    const { prompt, narrator } = own[0]!;
    return { prompt, narrator, name: variantName(rows, own[0]!), rows: own };
  });

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
