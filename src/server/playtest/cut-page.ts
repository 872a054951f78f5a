import { invalid } from "../refuse-invalid.ts";

/** A page begins after the last one's last row, found by its key: rows that come in meanwhile move nothing. */
export function cutPage<Row>(
  rows: readonly Row[],
  { cursor, limit, keyOf }: { cursor?: string | undefined; limit: number; keyOf: (row: Row) => string },
): { rows: Row[]; total: number; next: string | null } {
  const at = cursor === undefined ? -1 : rows.findIndex((row) => keyOf(row) === cursor);
  if (cursor !== undefined && at < 0)
    throw invalid([
      {
        field: "cursor",
        in: "query",
        message: "what it names is not in the list any more: begin anew without it",
      },
    ]);
  const shown = rows.slice(at + 1, at + 1 + limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    total: rows.length,
    next: last !== undefined && at + 1 + limit < rows.length ? keyOf(last) : null,
  };
}
