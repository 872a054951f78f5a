import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ExperimentKind } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { count, Loading, Problem, useAddress, useListKeys, useTitle } from "../ui/index.ts";
import { ExperimentEntry } from "./experiment-entry.tsx";
import { experimentsQuery } from "./experiment-queries.ts";
import { NoExperiments } from "./no-experiments.tsx";
import "./experiments.css";

const kinds: ReadonlyArray<{ kind: ExperimentKind | undefined; name: string }> = [
  { kind: undefined, name: "All" },
  { kind: "matrix", name: "Matrices" },
  { kind: "ab", name: "A/B tests" },
  { kind: "bisect", name: "Bisections" },
];
const names = ["kind"] as const;

/** Experiments (many sessions that answer one question), each with its answer. */
export function ExperimentsPage() {
  useTitle("Experiments");
  const { values, set } = useAddress(names);
  const chosen = kinds.find(({ kind }) => kind === values.kind)?.kind;
  const pages = useInfiniteQuery(experimentsQuery(chosen));
  const experiments = pages.data?.pages.flatMap(({ experiments }) => experiments) ?? [];
  const { list, onKeyDown } = useListKeys({ count: experiments.length, show: useCallback(() => {}, []) });
  return (
    <div className="page">
      <div className="page-head">
        <h1>Experiments</h1>
        <span className="muted number" role="status">
          {pages.data && count(pages.data.pages[0]?.total ?? 0, "experiment")}
        </span>
        {!exported && (
          <span className="choice" role="group" aria-label="Kind of experiment">
            {kinds.map(({ kind, name }) => (
              <button
                key={name}
                type="button"
                aria-pressed={kind === chosen}
                onClick={() => set({ kind: kind ?? null })}
              >
                {name}
              </button>
            ))}
          </span>
        )}
      </div>
      {pages.isPending && <Loading what="experiments" />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && experiments.length === 0 && <NoExperiments kind={chosen} />}
      {experiments.length > 0 && (
        <div className="rows" ref={list} onKeyDown={onKeyDown}>
          {experiments.map((experiment, index) => (
            <div key={`${experiment.kind} ${experiment.id}`} data-row={index}>
              <ExperimentEntry experiment={experiment} />
            </div>
          ))}
        </div>
      )}
      {pages.hasNextPage && (
        <p className="older-experiments">
          <button
            type="button"
            onClick={() => void pages.fetchNextPage()}
            disabled={pages.isFetchingNextPage}
          >
            Older experiments
          </button>
        </p>
      )}
    </div>
  );
}
