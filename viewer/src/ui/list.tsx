import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useTop } from "./page-hooks.ts";
import { Empty, Loading, Problem } from "./states.tsx";
import { useListKeys } from "./use-keys.ts";

/** The next page is fetched when the last rendered row is this close to the end. */
const FETCH_AHEAD = 30;
/** Rows scrolled to by key stop below the sticky bar (`--bar`), which would hide them. */
const BAR = 54;

type Fetched = {
  isPending: boolean;
  isSuccess: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

type ListProps<Row> = {
  /** What is listed, in the plural. */ what: string;
  pages: Fetched;
  rows: readonly Row[];
  /** Of rows that are inserted or removed, so that each keeps its measured height. */
  keyOf: (row: Row) => string;
  /** Estimated height of a row in pixels; each row is measured once it is rendered. */ height: number;
  /** Takes the filters back. Absent: nothing is filtered. */ clear: (() => void) | undefined;
  /** Shown if there is nothing to list yet. */ none: ReactNode;
  className?: string;
  head?: ReactNode;
  /** Rows of a table, with a head of columns and cells in every row. */
  table?: { label: string; total: number };
  /** Keys in addition to those that move between rows. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  children: (row: Row) => ReactNode;
};

/** The rows of a list as they arrive, or why there are none. */
export function List<Row>({ what, pages, rows, clear, none, ...list }: ListProps<Row>) {
  return (
    <>
      {pages.isPending && <Loading what={what} />}
      {pages.error != null && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {rows.length > 0 && <RowList {...list} rows={rows} pages={pages} />}
      {pages.isSuccess && rows.length === 0 && clear && (
        <Empty title={`No matching ${what}`}>
          <button type="button" onClick={clear}>
            Show all {what}
          </button>
        </Empty>
      )}
      {pages.isSuccess && rows.length === 0 && !clear && none}
    </>
  );
}

/** A list that scrolls with the page. It renders only the rows in view, so it can hold any number of them. */
function RowList<Row>({
  rows,
  pages: { hasNextPage, isFetchingNextPage, fetchNextPage },
  height,
  className = "",
  head,
  table,
  keyOf,
  onKeyDown,
  children,
}: Omit<ListProps<Row>, "what" | "clear" | "none">) {
  const box = useRef<HTMLDivElement>(null);
  const top = useTop(box);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: BAR,
    getItemKey: (index) => (rows[index] ? keyOf(rows[index]) : index),
  });
  const keys = useListKeys({
    count: rows.length,
    show: (index) => virtual.scrollToIndex(index, { align: "auto" }),
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last > rows.length - FETCH_AHEAD && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <div
      className={`rows ${className}`}
      ref={keys.list}
      {...(table && { role: "table", "aria-label": table.label, "aria-rowcount": table.total + 1 })}
      onKeyDown={(event) => {
        keys.onKeyDown(event);
        onKeyDown?.(event);
      }}
    >
      {head}
      <div ref={box} role={table ? "rowgroup" : "list"} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                data-row={index}
                {...(table ? { role: "row", "aria-rowindex": index + 2 } : { role: "listitem" })}
                style={{ transform: `translateY(${start - top}px)` }}
              >
                {children(row)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** What is on a page, how many, and what can be done with all of it. */
export const PageHead = ({
  title,
  counted,
  children,
}: {
  title: ReactNode;
  counted?: ReactNode;
  children?: ReactNode;
}) => (
  <div className="page-head">
    <h1>{title}</h1>
    <span className="muted number" role="status">
      {counted}
    </span>
    {children}
  </div>
);
