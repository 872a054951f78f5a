/** The orders of a list of sessions: by any column, in both directions. */
import type { z } from "zod";
import type { originQuery, SessionCard } from "../../../contract/index.ts";

type Sorting = Pick<z.output<typeof originQuery>, "sort" | "order">;

/** A row of a list: a session, or an experiment that stands for its sessions. */
export type Sortable = Pick<SessionCard, "id" | "live" | "at" | "cost"> & {
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
  // Nothing lost in a session that nobody read means nothing.
  points: { value: ({ card }) => (card && card.issues !== null ? card.pointsLost : null), usual: -1 },
  score: { value: ({ card }) => card?.overall ?? null, usual: -1 },
  cost: { value: ({ cost }) => cost, usual: -1 },
  played: { value: ({ at }) => (at === null ? null : Date.parse(at)), usual: -1 },
};
const shorthands: Partial<Record<Sorting["sort"], [column: string, way: 1 | -1]>> = {
  newest: ["played", -1],
  oldest: ["played", 1],
  dearest: ["cost", -1],
};

/** Sorts rows; each value is computed once. */
export function sorted<Row>(
  rows: readonly Row[],
  asSortable: (row: Row) => Sortable,
  { sort, order }: Sorting,
): Row[] {
  const [name, fixed] = shorthands[sort] ?? [sort, undefined];
  const { value, usual } = columns[name]!;
  const way = fixed ?? (order === undefined ? usual : order === "asc" ? 1 : -1);
  const keyed = rows.map((row) => {
    const sortable = asSortable(row);
    // Under "newest", however old they are.
    const rank = sort === "newest" && !sortable.live ? 1 : 0;
    return { row, id: sortable.id, value: value(sortable), rank };
  });
  keyed.sort(
    (a, b) =>
      Number(a.value === null) - Number(b.value === null) ||
      a.rank - b.rank ||
      compare(a.value, b.value) * way ||
      compare(a.id, b.id),
  );
  return keyed.map(({ row }) => row);
}

const compare = (a: Value, b: Value): number => (a === b || a === null || b === null ? 0 : a < b ? -1 : 1);
