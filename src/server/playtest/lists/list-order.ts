/** The orders of a list of sessions: by any column, in both directions. */
import type { z } from "zod";
import type { originQuery, SessionCard } from "../../../contract/index.ts";

type Sorting = Pick<z.output<typeof originQuery>, "sort" | "order">;

/** A row of a list: a session, or an experiment that stands for its sessions. */
export type Sortable = Pick<SessionCard, "id" | "live" | "at" | "issues" | "errors" | "cost"> & {
  /** Absent: an experiment, which has no value in these columns. */
  card?: SessionCard;
};

type Value = number | string | null;
const columns: Record<string, { value: (row: Sortable) => Value; usual: 1 | -1 }> = {
  title: {
    value: ({ card, id }) => (card ? `${card.story}\0${card.prompt}\0${card.narrator}` : id),
    usual: 1,
  },
  outcome: { value: ({ card }) => card?.outcome ?? null, usual: 1 },
  turns: { value: ({ card }) => card?.turns ?? null, usual: -1 },
  pulses: {
    value: ({ card }) => (card?.pulses.expected ? (card.pulses.detected ?? 0) / card.pulses.expected : null),
    usual: -1,
  },
  // Errors weigh more than any number of warnings in one session.
  issues: {
    value: ({ issues, errors }) => (issues === null ? null : errors * 1_000_000 + issues),
    usual: -1,
  },
  score: { value: ({ card }) => card?.overall ?? null, usual: -1 },
  cost: { value: ({ cost }) => cost, usual: -1 },
  played: { value: ({ at }) => (at === null ? null : Date.parse(at)), usual: -1 },
};
const shorthands: Partial<Record<Sorting["sort"], [column: string, way: 1 | -1]>> = {
  newest: ["played", -1],
  oldest: ["played", 1],
  dearest: ["cost", -1],
};

/** Sorts rows; each value is computed once. With `score`, scores with other parts than most come after those of most. */
export function sorted<Row>(
  rows: readonly Row[],
  asSortable: (row: Row) => Sortable,
  { sort, order }: Sorting,
): { rows: Row[]; otherScores?: number } {
  const [name, fixed] = shorthands[sort] ?? [sort, undefined];
  const { value, usual } = columns[name]!;
  const way = fixed ?? (order === undefined ? usual : order === "asc" ? 1 : -1);
  const keyed = rows.map((row) => {
    const sortable = asSortable(row);
    return { row, sortable, value: value(sortable), rank: 0 };
  });
  const usualParts = sort === "score" ? mostParts(keyed.map(({ sortable }) => sortable)) : undefined;
  for (const each of keyed)
    if (usualParts !== undefined) each.rank = partsOf(each.sortable) === usualParts ? 0 : 1;
    // Under "newest", however old they are.
    else if (sort === "newest") each.rank = each.sortable.live ? 0 : 1;
  keyed.sort(
    (a, b) =>
      Number(a.value === null) - Number(b.value === null) ||
      a.rank - b.rank ||
      compare(a.value, b.value) * way ||
      compare(a.sortable.id, b.sortable.id),
  );
  const otherScores =
    usualParts === undefined ? 0 : keyed.filter(({ value, rank }) => value !== null && rank === 1).length;
  return { rows: keyed.map(({ row }) => row), ...(otherScores > 0 && { otherScores }) };
}

const compare = (a: Value, b: Value): number => (a === b || a === null || b === null ? 0 : a < b ? -1 : 1);

const partsOf = ({ card }: Sortable): string | undefined => card?.scoreParts?.join(" ");

function mostParts(rows: readonly Sortable[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const parts = row.card?.overall == null ? undefined : partsOf(row);
    if (parts !== undefined) counts.set(parts, (counts.get(parts) ?? 0) + 1);
  }
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ["", 0] as [
    string,
    number,
  ])[0];
}
