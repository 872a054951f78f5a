import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, type ReactNode } from "react";
import { Link } from "wouter";
import type { IssueKindsView, IssuePage } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import { exported } from "../exported/index.ts";
import {
  Command,
  count,
  Empty,
  Loading,
  NARROW,
  Problem,
  RowList,
  useMedia,
  useTitle,
  words,
} from "../ui/index.ts";
import { Facets, useFacets } from "./facets.tsx";
import "./failures.css";
import { IssueEntry } from "./issue-entry.tsx";
import { KindSections } from "./kind-sections.tsx";

const PAGE = 200;

/** Findings of all sessions: by kind, or one kind as a list. */
export function FailuresPage() {
  useTitle("Failures");
  const address = useFacets();
  const { view, ...asked } = useDeferredValue(address.chosen);
  const props = { ...address, asked };
  return asked.kind !== undefined || view === "list" || exported ? (
    <IssueList {...props} />
  ) : (
    <IssueKinds {...props} />
  );
}

type Address = ReturnType<typeof useFacets>;
type Props = Address & { asked: Omit<Address["chosen"], "view"> };

function IssueKinds({ asked, ...address }: Props) {
  // Neither key is refreshed by live events: every turn would refetch many pages.
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ["issues", "kinds", asked],
    queryFn: ({ signal }) => getJson<IssueKindsView>("/api/issue-kinds", asked, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <Frame
      {...address}
      counted={
        data &&
        `${count(data.total, "finding")}${data.total > 0 ? ` in ${count(data.sessions, "session")}` : ""}`
      }
      facets={data?.facets}
      isPending={isPending}
      error={error}
      retry={() => void refetch()}
      isEmpty={data?.total === 0}
    >
      {data && <KindSections kinds={data.kinds} choose={(kind) => address.choose("kind", kind)} />}
    </Frame>
  );
}

/** The worst first. */
function IssueList({ asked, ...address }: Props) {
  const pages = useInfiniteQuery({
    queryKey: ["issues", "list", asked],
    queryFn: ({ pageParam, signal }) =>
      getJson<IssuePage>("/api/issues", { ...asked, sort: "points", cursor: pageParam, limit: PAGE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const [first] = pages.data?.pages ?? [];
  const issues = pages.data?.pages.flatMap(({ issues }) => issues) ?? [];
  return (
    <Frame
      {...address}
      counted={first && count(first.total, "finding")}
      facets={first?.facets}
      isPending={pages.isPending}
      error={pages.error}
      retry={() => void pages.refetch()}
      isEmpty={first?.total === 0}
    >
      <RowList rows={issues} pages={pages} height={150} keyOf={({ session, index }) => `${session}/${index}`}>
        {(issue) => <IssueEntry issue={issue} />}
      </RowList>
    </Frame>
  );
}

function Frame({
  chosen,
  choose,
  set,
  clear,
  counted,
  facets,
  isPending,
  error,
  retry,
  isEmpty,
  children,
}: Address & {
  counted: string | undefined;
  facets: IssuePage["facets"] | undefined;
  isPending: boolean;
  error: unknown;
  retry: () => void;
  isEmpty: boolean;
  children: ReactNode;
}) {
  const narrow = useMedia(NARROW);
  const { view, ...narrowing } = chosen;
  const isNarrowed = Object.keys(narrowing).length > 0;
  const filters = facets && <Facets facets={facets} chosen={chosen} choose={choose} />;
  return (
    <div className="page">
      <div className="page-head">
        <h1>Failures</h1>
        <span className="muted number" role="status">
          {counted}
        </span>
        {isNarrowed && (
          <button type="button" className="quiet" onClick={clear}>
            Show all
          </button>
        )}
        {!exported && chosen.kind === undefined && (
          <button
            type="button"
            className="quiet"
            onClick={() => set({ view: view === "list" ? "" : "list" })}
          >
            {view === "list" ? "Group by kind" : "Show as one list"}
          </button>
        )}
        {!exported && (
          <Link className="small elsewhere" href="/retrieval">
            Retrieval failures
          </Link>
        )}
      </div>
      {isPending && <Loading what="failures" />}
      {error !== null && <Problem error={error} onRetry={retry} />}
      {counted !== undefined && isEmpty && !isNarrowed && <NoneYet />}
      {counted !== undefined && (!isEmpty || isNarrowed) && (
        <div className="failures">
          {narrow ? (
            <details className="fold facet-fold">
              <summary>
                Filter
                {isNarrowed && `: ${Object.values(narrowing).map(words).join(", ")}`}
              </summary>
              {filters}
            </details>
          ) : (
            filters
          )}
          <div className="found">
            <SearchBox q={chosen.q ?? ""} set={set} />
            {isEmpty ? (
              <Empty title="No matching findings">
                <button type="button" onClick={clear}>
                  Show all findings
                </button>
              </Empty>
            ) : (
              children
            )}
          </div>
        </div>
      )}
    </div>
  );
}

const SearchBox = ({ q, set }: { q: string; set: Address["set"] }) => (
  <form role="search" onSubmit={(event) => event.preventDefault()}>
    <input
      data-search
      type="search"
      aria-label="Search descriptions and quotes"
      placeholder="Search descriptions and quotes"
      value={q}
      onChange={(event) => set({ q: event.target.value })}
    />
  </form>
);

const NoneYet = () => (
  <Empty title="No findings yet">
    <p>
      This page lists the findings of all sessions. To see an example, play a narrator with a known fault
      (needs no key):
    </p>
    <Command>rehearse play --story innsmouth --prompt baseline --narrator house/forgetful</Command>
  </Empty>
);
