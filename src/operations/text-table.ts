/** Rows for a verdict's table, from plain columns. */
import type { VerdictTable } from "../contract/index.ts";

type Cell = string | number | null;

/** Labels that begin with `>` are aligned to the right. */
export const tableOf = (
  title: string,
  labels: readonly string[],
  rows: readonly (readonly Cell[])[],
  note?: string,
): VerdictTable => ({
  title,
  columns: labels.map((label) =>
    label.startsWith(">") ? { label: label.slice(1), align: "right" } : { label },
  ),
  rows: rows.map((row) => [...row]),
  note,
});
