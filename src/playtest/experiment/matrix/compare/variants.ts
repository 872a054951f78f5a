/** The variants of a matrix: each prompt with each narrator. */
import type { MatrixRow } from "../../../../contract/index.ts";

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
