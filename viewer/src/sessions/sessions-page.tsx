import { useDeferredValue } from "react";
import { Link } from "wouter";
import type { SessionPage } from "../../../src/contract/index.ts";
import { withQuery } from "../api/index.ts";
import { compareLink } from "../compare/compare-link.ts";
import { usePickedInAddress, type Picked } from "../compare/use-picked.ts";
import { exported } from "../exported/index.ts";
import { Command, count, Empty, Loading, Problem, useTitle } from "../ui/index.ts";
import { listRows, type ListRow } from "./list-rows.ts";
import { isNarrowed, SessionFilters, useFilters, ViewSwitch } from "./session-filters.tsx";
import { SessionList } from "./session-list.tsx";
import { useOpenRows, useSessionPages, useSessionsUnder } from "./session-queries.ts";
import "./sessions.css";

/** A file has one list. The sessions of one matrix need no row to unfold. */
export function SessionsPage() {
  useTitle("Sessions");
  const { filters, set, clear } = useFilters();
  const all = exported !== undefined || filters.view === "all" || filters.matrix !== undefined;
  const parts = { filters: useDeferredValue(filters), set };
  const head = { filters, set, clear, all };
  return all ? <AllSessions {...parts} head={head} /> : <MySessions {...parts} head={head} />;
}

type Address = ReturnType<typeof useFilters>;
type Head = Address & { all: boolean };
type ListProps = Pick<Address, "filters" | "set"> & { head: Head };

function MySessions({ filters, set, head }: ListProps) {
  const pages = useSessionPages("origins", filters);
  const { open, toggle } = useOpenRows();
  const underOf = useSessionsUnder([...open], filters);
  const origins = pages.data?.pages.flatMap(({ origins }) => origins) ?? [];
  const [first] = pages.data?.pages ?? [];
  return (
    <ListPage
      {...{ filters, set, head, pages, first, toggle }}
      rows={listRows(origins, { open, underOf })}
      counted={first && originCount(first.total, first.sessions)}
    />
  );
}

const originCount = (rows: number, sessions: number): string =>
  rows === sessions
    ? count(sessions, "session")
    : `${count(sessions, "session")}, folded into ${count(rows, "row")}`;

function AllSessions({ filters, set, head }: ListProps) {
  const pages = useSessionPages("sessions", filters);
  const sessions = pages.data?.pages.flatMap(({ sessions }) => sessions) ?? [];
  const [first] = pages.data?.pages ?? [];
  return (
    <ListPage
      {...{ filters, set, head, pages, first, toggle: () => {} }}
      rows={sessions.map((card): ListRow => ({
        type: "session",
        key: card.id,
        card,
        depth: 0,
        ...(first?.varies && { varies: first.varies }),
      }))}
      counted={first && count(first.total, "session")}
    />
  );
}

type Fetched = Pick<
  ReturnType<typeof useSessionPages>,
  | "isPending"
  | "isError"
  | "isSuccess"
  | "error"
  | "refetch"
  | "hasNextPage"
  | "isFetchingNextPage"
  | "fetchNextPage"
>;

function ListPage({
  filters,
  set,
  head,
  pages,
  first,
  rows,
  counted,
  toggle,
}: ListProps & {
  pages: Fetched;
  first: Pick<SessionPage, "facets" | "varies" | "total" | "reading"> | undefined;
  rows: readonly ListRow[];
  counted: string | undefined;
  toggle: (key: string) => void;
}) {
  const picked = usePickedInAddress();
  const filtered = isNarrowed(filters);
  return (
    <div className="page list-page">
      <div className="page-head">
        <h1>Sessions</h1>
        <span className="muted number" role="status">
          {counted}
          {filters.matrix && ` of matrix ${filters.matrix}`}
          {first?.reading && ` so far: reading ${first.reading.read} of ${count(first.reading.of, "folder")}`}
        </span>
        {!exported && filters.matrix === undefined && <ViewSwitch all={head.all} set={head.set} />}
      </div>
      <SessionFilters filters={head.filters} set={head.set} facets={first?.facets} />
      <SearchHint q={head.filters.q} />
      {pages.isPending && <Loading what="sessions" />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && rows.length > 0 && (
        <SessionList
          {...{ rows, pages, filters, set, filtered, toggle, picked }}
          total={(first?.total ?? 0) + rows.filter(({ type }) => type !== "origin").length}
          varies={first?.varies}
        />
      )}
      {pages.isSuccess && rows.length === 0 && (filtered ? <NoneLeft clear={head.clear} /> : <NoneYet />)}
      <CompareBar {...picked} />
    </div>
  );
}

/** The box above filters the list by names. Words of a transcript are found on another page. */
const SearchHint = ({ q }: { q: string | undefined }) =>
  q === undefined || exported ? null : (
    <p className="search-hint">
      <Link href={withQuery("/search", { q })}>Search transcripts, findings and prompts for “{q}”</Link>
    </p>
  );

const NoneLeft = ({ clear }: { clear: () => void }) => (
  <Empty title="No matching sessions">
    <p>No session matches the search and filters.</p>
    <button type="button" onClick={clear}>
      Show all sessions
    </button>
  </Empty>
);

const NoneYet = () => (
  <Empty title="No sessions yet">
    <p>Sessions appear here as soon as they start.</p>
    {!exported && (
      <p>
        <Link className="button primary" href="/start">
          New run
        </Link>
      </p>
    )}
    <p>Or in a terminal, without a key:</p>
    <Command>rehearse play --story innsmouth --prompt baseline --narrator house</Command>
  </Empty>
);

/** The ticked sessions and what to do with them. Stays in view while scrolling. */
function CompareBar({ picked, clear, full }: Picked) {
  if (picked.length === 0) return null;
  return (
    <aside className="compare-bar" aria-label="Compare sessions">
      <span role="status">
        {count(picked.length, "session")} selected
        {picked.length === 1 ? ": select another to compare" : full ? " (the maximum)" : ""}
      </span>
      {picked.length > 1 && (
        <Link className="button primary" href={compareLink(picked)}>
          Compare
        </Link>
      )}
      <button type="button" className="quiet" onClick={clear}>
        Clear selection
      </button>
    </aside>
  );
}
