/** What lists can be narrowed by. */
export type Facet = { value: string; count: number };

type Wish<Part extends string> = { readonly [P in Part]?: string | undefined };
type Narrowing<Row, Part extends string> = {
  parts: Record<Part, (row: Row) => string | undefined>;
  wish: Wish<Part>;
};

const namesOf = <Part extends string>(parts: Record<Part, unknown>) => Object.keys(parts) as Part[];

/** Is a row as the wish says, `but` for one part of it? */
export const isLike = <Row, Part extends string>(
  row: Row,
  { parts, wish, but }: Narrowing<Row, Part> & { but?: Part },
): boolean =>
  namesOf(parts).every((part) => part === but || wish[part] === undefined || wish[part] === parts[part](row));

/** Every value that there is, counted over what the other wishes let through: one of which nothing is left has 0, and can still be chosen. The most frequent first. */
export function facetsOf<Row, Part extends string>(
  rows: readonly Row[],
  {
    parts,
    wish,
    among,
  }: Narrowing<Row, Part> & { /** Only these count; absent: all. */ among?: ReadonlySet<Row> },
): Record<Part, Facet[]> {
  return Object.fromEntries(
    namesOf(parts).map((part) => [
      part,
      counted(
        rows,
        parts[part],
        (row) => (among?.has(row) ?? true) && isLike(row, { parts, wish, but: part }),
      ),
    ]),
  ) as Record<Part, Facet[]>;
}

function counted<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => string | undefined,
  counts: (row: Row) => boolean,
): Facet[] {
  const found = new Map<string, number>();
  for (const row of rows) {
    const value = valueOf(row);
    if (value !== undefined) found.set(value, (found.get(value) ?? 0) + (counts(row) ? 1 : 0));
  }
  return [...found]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
