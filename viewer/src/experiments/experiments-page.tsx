import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ExperimentKind } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { Command, count, Empty, Loading, Problem, useAddress, useListKeys, useTitle } from "../ui/index.ts";
import { ExperimentEntry } from "./experiment-entry.tsx";
import { experimentsQuery } from "./experiment-queries.ts";
import "./experiments.css";

const kinds: ReadonlyArray<{ kind: ExperimentKind | undefined; name: string }> = [
  { kind: undefined, name: "All" },
  { kind: "matrix", name: "Matrices" },
  { kind: "ab", name: "A/B tests" },
  { kind: "bisect", name: "Bisections" },
];
const names = ["kind"] as const;

/** Everything that plays many sessions to answer one question, with the answer. */
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
      {pages.isSuccess && experiments.length === 0 && <NoneYet kind={chosen} />}
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

const NoneYet = ({ kind }: { kind: ExperimentKind | undefined }) => (
  <Empty title={kind === undefined ? "No experiments yet" : "None of this kind yet"}>
    {(kind === undefined || kind === "matrix") && (
      <>
        <p>A matrix plays every story with every prompt and narrator. This one needs no key:</p>
        <Command>rehearse matrix --preset smoke --narrator house</Command>
      </>
    )}
    {(kind === undefined || kind === "ab") && (
      <>
        <p>An A/B test replays a turn of a session in pairs, with and without a change:</p>
        <Command>rehearse ab --checkpoint sessions/ID/turn-6.json --b prompt=structured</Command>
      </>
    )}
    {(kind === undefined || kind === "bisect") && (
      <>
        <p>A bisection finds the turn after which a session no longer recovers:</p>
        <Command>rehearse bisect sessions/ID</Command>
      </>
    )}
  </Empty>
);
