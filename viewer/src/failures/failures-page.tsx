import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { IssuePage } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import { Command, count, Empty, Loading, NARROW, Problem, RowList, useMedia } from "../ui/index.ts";
import { Facets, useFacets } from "./facets.tsx";
import "./failures.css";
import { IssueEntry } from "./issue-entry.tsx";

const PAGE = 200;

/** Issues of all sessions. */
export function FailuresPage() {
  const { chosen, choose, clear } = useFacets();
  const narrow = useMedia(NARROW);
  const pages = useInfiniteQuery({
    // This key is not refreshed by live events: every turn would refetch many pages.
    queryKey: ["issues", chosen],
    queryFn: ({ pageParam, signal }) =>
      getJson<IssuePage>("/api/issues", { ...chosen, cursor: pageParam, limit: PAGE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const [first] = pages.data?.pages ?? [];
  const issues = pages.data?.pages.flatMap(({ issues }) => issues) ?? [];
  const filtered = Object.keys(chosen).length > 0;
  const facets = first && <Facets facets={first.facets} chosen={chosen} choose={choose} />;
  return (
    <div className="page">
      <div className="page-head">
        <h1>Failures</h1>
        <span className="muted number" role="status">
          {first && count(first.total, "issue")}
        </span>
        <span className="muted small">each listed once, under the session that played its turn</span>
        {filtered && (
          <button type="button" className="quiet" onClick={clear}>
            Show all
          </button>
        )}
      </div>
      {pages.isPending && <Loading what="failures" />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && issues.length === 0 && !filtered && <NoneYet />}
      {pages.isSuccess && (issues.length > 0 || filtered) && (
        <div className="failures">
          {narrow ? (
            <details className="facet-fold">
              <summary>Filter{filtered && `: ${Object.values(chosen).join(", ")}`}</summary>
              {facets}
            </details>
          ) : (
            facets
          )}
          {issues.length > 0 ? (
            <RowList rows={issues} pages={pages} height={92}>
              {(issue) => <IssueEntry issue={issue} />}
            </RowList>
          ) : (
            <Empty title="No matching issues">
              <button type="button" onClick={clear}>
                Show all issues
              </button>
            </Empty>
          )}
        </div>
      )}
    </div>
  );
}

const NoneYet = () => (
  <Empty title="No issues yet">
    <p>
      Issues of all sessions are listed here. To see an example, play a narrator with a known fault (needs no
      key):
    </p>
    <Command>rehearse play --story innsmouth --prompt baseline --narrator house/forgetful</Command>
  </Empty>
);
