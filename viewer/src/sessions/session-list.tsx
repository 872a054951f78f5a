import type { KeyboardEvent } from "react";
import { NARROW, RowList, useMedia, type Pages } from "../ui/index.ts";
import type { VaryingPart } from "../../../src/contract/index.ts";
import type { Picked } from "../compare/use-picked.ts";
import type { ListRow } from "./list-rows.ts";
import { OriginRow } from "./origin-row.tsx";
import type { Filters } from "./session-filters.tsx";
import { useVerdicts } from "./session-queries.ts";
import { indent, SessionRow } from "./session-row.tsx";
import { SortHead } from "./sort-head.tsx";

type SessionListProps = {
  rows: readonly ListRow[];
  pages: Pages;
  /** Of the whole list, those not fetched yet included. */ total: number;
  varies?: readonly VaryingPart[] | undefined;
  filters: Filters;
  set: (changes: { sort: string; order: string }) => void;
  filtered: boolean;
  toggle: (key: string) => void;
  picked: Picked;
};

/** Sessions under a head of columns, each with a box to tick it for comparison. */
export function SessionList({
  rows,
  pages,
  total,
  varies,
  filters,
  set,
  filtered,
  toggle,
  picked,
}: SessionListProps) {
  const narrow = useMedia(NARROW);
  const verdicts = useVerdicts(rows.some((row) => row.type === "origin" && row.origin.kind !== "session"));
  return (
    <RowList
      rows={rows}
      pages={pages}
      height={narrow ? 96 : 58}
      className="session-list"
      head={<SortHead filters={filters} set={set} />}
      table={{ label: "Sessions", total }}
      keyOf={({ key }) => key}
      onKeyDown={rowKeys}
    >
      {(row) =>
        row.type === "origin" ? (
          <OriginRow
            origin={row.origin}
            open={row.open}
            toggle={toggle}
            varies={varies}
            filtered={filtered}
            verdict={verdicts.get(`${row.origin.kind} ${row.origin.id}`)}
            picked={picked}
          />
        ) : row.type === "session" ? (
          <SessionRow session={row.card} varies={row.varies} depth={row.depth} picked={picked} />
        ) : (
          <div className="session-row note" style={indent(row.depth)}>
            <span role="cell" className="muted" tabIndex={0}>
              {row.says}
            </span>
          </div>
        )
      }
    </RowList>
  );
}

/** x ticks the focused row, as it does in mail clients; right and left open and close it, as in trees. */
function rowKeys(event: KeyboardEvent<HTMLElement>) {
  if (!(event.target instanceof Element) || event.altKey || event.ctrlKey || event.metaKey) return;
  const row = event.target.closest("[data-row]");
  if (event.key === "x") row?.querySelector<HTMLInputElement>(".tick input")?.click();
  const wanted = { ArrowRight: "false", ArrowLeft: "true" }[event.key];
  if (wanted === undefined) return;
  row?.querySelector<HTMLButtonElement>(`.unfold[aria-expanded="${wanted}"]`)?.click();
}
