import { Icon } from "../ui/index.ts";
import type { Filters } from "./session-filters.tsx";

type Column = {
  sort: string;
  label: string;
  /** The first press sorts this way. */ first: Way;
  number?: boolean;
};
type Way = "asc" | "desc";

export const columns: readonly Column[] = [
  { sort: "title", label: "Session", first: "asc" },
  { sort: "outcome", label: "Outcome", first: "asc" },
  { sort: "turns", label: "Turns", first: "desc", number: true },
  { sort: "pulses", label: "Beats told", first: "desc", number: true },
  { sort: "points", label: "Points lost", first: "desc", number: true },
  { sort: "score", label: "Overall", first: "desc" },
  { sort: "cost", label: "Cost", first: "desc", number: true },
  { sort: "played", label: "Played", first: "desc", number: true },
];

/** What the list is sorted by. Without a choice it is newest first, with active sessions at the top. */
export function sortedBy({ sort, order }: Filters): { sort: string; way: Way } {
  if (sort === undefined || sort === "newest") return { sort: "played", way: "desc" };
  const known = columns.find((column) => column.sort === sort);
  if (known) return { sort, way: order === "asc" || order === "desc" ? order : known.first };
  return sort === "oldest" ? { sort: "played", way: "asc" } : { sort: "cost", way: "desc" };
}

/** A second press turns the order round; a third on another column starts again. The usual order has no parameter. */
export function nextSort(current: Filters, { sort, first }: Column): { sort: string; order: string } {
  const now = sortedBy(current);
  const way = now.sort !== sort ? first : now.way === "asc" ? "desc" : "asc";
  return sort === "played" && way === "desc"
    ? { sort: "", order: "" }
    : { sort, order: way === first ? "" : way };
}

export function SortHead({
  filters,
  set,
}: {
  filters: Filters;
  set: (changes: { sort: string; order: string }) => void;
}) {
  const now = sortedBy(filters);
  return (
    <div role="rowgroup">
      <div className="session-row head" role="row">
        {columns.map((column) => {
          const { sort, label, number } = column;
          const way = now.sort === sort ? now.way : undefined;
          return (
            <span
              key={sort}
              role="columnheader"
              className={number ? "number" : undefined}
              aria-sort={way === undefined ? "none" : way === "asc" ? "ascending" : "descending"}
            >
              <button type="button" className="sort" onClick={() => set(nextSort(filters, column))}>
                {label}
                {way && <Icon name={way === "asc" ? "up" : "down"} />}
              </button>
            </span>
          );
        })}
      </div>
    </div>
  );
}
