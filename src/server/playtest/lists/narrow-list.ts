/** Narrows a list by facets and words, and cuts it into pages. */
import { invalid } from "../../problem.ts";

/** Every word of the search occurs somewhere in the text. */
export function hasWords(text: string, q: string): boolean {
  const lower = text.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

/** One value that a list can be narrowed to. */
type Facet = { value: string; count: number };

type Wish<Part extends string> = { readonly [P in Part]?: string | undefined };
type Narrowing<Row, Part extends string> = {
  parts: Record<Part, (row: Row) => string | undefined>;
  wish: Wish<Part>;
};

const namesOf = <Part extends string>(parts: Record<Part, unknown>) => Object.keys(parts) as Part[];

export const isLike = <Row, Part extends string>(
  row: Row,
  { parts, wish, but }: Narrowing<Row, Part> & { but?: Part },
): boolean =>
  namesOf(parts).every((part) => part === but || wish[part] === undefined || wish[part] === parts[part](row));

/**
 * Every value, most frequent first, counted over the rows that pass the other filters. A value with no rows left has 0
 * and can still be chosen.
 */
export function facetsOf<Row, Part extends string>(
  rows: readonly Row[],
  { parts, wish, among }: Narrowing<Row, Part> & { /** Only these count. */ among: ReadonlySet<Row> },
): Record<Part, Facet[]> {
  return Object.fromEntries(
    namesOf(parts).map((part) => [
      part,
      counted(rows, parts[part], (row) => among.has(row) && isLike(row, { parts, wish, but: part })),
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

/** The index after the cursor's row, found by its key, so that new rows shift nothing. */
function placeAfter<Row>(
  cursor: string | undefined,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): number {
  const at = cursor === undefined ? -1 : rows.findIndex((row) => keyOf(row) === cursor);
  if (cursor !== undefined && at < 0)
    throw invalid("cursor", "no longer in the list: start again without a cursor");
  return at + 1;
}

export function cutPage<Row>(
  rows: readonly Row[],
  { cursor, limit, keyOf }: { cursor?: string | undefined; limit: number; keyOf: (row: Row) => string },
): { rows: Row[]; total: number; next: string | null } {
  const from = placeAfter(cursor, rows, keyOf);
  const shown = rows.slice(from, from + limit);
  const last = shown.at(-1);
  return { rows: shown, total: rows.length, next: last && from + limit < rows.length ? keyOf(last) : null };
}
