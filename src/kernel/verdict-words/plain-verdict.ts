/** A verdict of what there is: what is not given is empty. */
import type { Verdict, VerdictTable } from "../../contract/index.ts";

export const answer = (headline: string, parts: Partial<Omit<Verdict, "headline">> = {}): Verdict => ({
  outcome: "done",
  headline,
  cautions: [],
  because: [],
  facts: [],
  findings: [],
  tables: [],
  next: [],
  ...parts,
});

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
