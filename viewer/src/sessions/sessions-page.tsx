import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { Link } from "wouter";
import type { SessionPage } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import { compareLink } from "../compare/compare-link.ts";
import { usePickedInAddress, type Picked } from "../compare/use-picked.ts";
import { Command, count, Empty, Loading, Problem, useTitle } from "../ui/index.ts";
import { SessionFilters, useFilters } from "./session-filters.tsx";
import { SessionList } from "./session-list.tsx";
import "./sessions.css";

const PAGE = 100;

export function SessionsPage() {
  useTitle("Sessions");
  const { filters, set, clear } = useFilters();
  const asked = useDeferredValue(filters);
  const pages = useInfiniteQuery({
    queryKey: ["sessions", asked],
    queryFn: ({ pageParam, signal }) =>
      getJson<SessionPage>("/api/sessions", { ...asked, cursor: pageParam, limit: PAGE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const picked = usePickedInAddress();
  const sessions = pages.data?.pages.flatMap(({ sessions }) => sessions) ?? [];
  const total = pages.data?.pages[0]?.total ?? 0;
  const filtered = Object.keys(filters).some((name) => name !== "sort");
  return (
    <div className="page list-page">
      <div className="page-head">
        <h1>Sessions</h1>
        <span className="muted number" role="status">
          {pages.data && count(total, "session")}
          {filters.matrix && ` of matrix ${filters.matrix}`}
        </span>
      </div>
      <SessionFilters filters={filters} set={set} facets={pages.data?.pages[0]?.facets} />
      {pages.isPending && <Loading what="sessions" />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && sessions.length > 0 && (
        <SessionList sessions={sessions} pages={pages} picked={picked} />
      )}
      {pages.isSuccess && sessions.length === 0 && (filtered ? <NoneLeft clear={clear} /> : <NoneYet />)}
      <CompareBar {...picked} />
    </div>
  );
}

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
    <p>Sessions appear here as soon as they start. This one needs no key:</p>
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
