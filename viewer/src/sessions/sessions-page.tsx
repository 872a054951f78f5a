import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { SessionPage } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import { Command, Empty, Loading, Problem, count, useTitle } from "../ui/index.ts";
import { usePickedInAddress } from "../compare/use-picked.ts";
import { CompareBar } from "./compare-bar.tsx";
import { SessionFilters } from "./session-filters.tsx";
import { SessionList } from "./session-list.tsx";
import { useFilters } from "./use-filters.ts";
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
        <SessionList
          sessions={sessions}
          picked={picked}
          more={pages.hasNextPage && !pages.isFetchingNextPage ? () => void pages.fetchNextPage() : undefined}
        />
      )}
      {pages.isSuccess && sessions.length === 0 && (filtered ? <NoneLeft clear={clear} /> : <NoneYet />)}
      <CompareBar {...picked} />
    </div>
  );
}

const NoneLeft = ({ clear }: { clear: () => void }) => (
  <Empty title="No session matches">
    <p>None has everything that is searched and filtered for.</p>
    <button type="button" onClick={clear}>
      Show all sessions
    </button>
  </Empty>
);

const NoneYet = () => (
  <Empty title="Nothing has been played yet">
    <p>A session appears here while it is being played. This one needs no key:</p>
    <Command>rehearse play --story innsmouth --prompt baseline --narrator house</Command>
  </Empty>
);
