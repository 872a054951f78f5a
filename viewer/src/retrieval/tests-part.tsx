import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { TestState } from "../../../src/contract/index.ts";
import { Empty, Loading, Problem, count } from "../ui/index.ts";
import { testsQuery } from "./queries.ts";
import { stateWords } from "./state-badge.tsx";
import { TestList } from "./test-list.tsx";
import { useTestFilters } from "./use-test-filters.ts";

const mechanisms = ["semantic", "state", "pattern", "always"];
const marks = ["stale", "overridden", "contested"];
const states = Object.keys(stateWords) as TestState[];

/** All tests, worst first. */
export function TestsPart({ target }: { target: string }) {
  const { filters, set, clear } = useTestFilters();
  const asked = useDeferredValue(filters);
  const pages = useInfiniteQuery(testsQuery({ ...asked, target }));
  const [first] = pages.data?.pages ?? [];
  const tests = pages.data?.pages.flatMap(({ tests }) => tests) ?? [];
  const pick = (name: "mechanism" | "mark", label: string, options: readonly string[]) => (
    <label className="field">
      {label}
      <select value={filters[name] ?? ""} onChange={(event) => set({ [name]: event.target.value })}>
        <option value="">all</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
  return (
    <section id="tests" aria-labelledby="tests-title">
      <div className="page-head">
        <h2 id="tests-title">Tests</h2>
        <span className="muted number" role="status">
          {first && count(first.total, "test")}
        </span>
      </div>
      <form className="test-filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <label className="field grow">
          Search
          <input
            data-search
            type="search"
            placeholder="id, name, prompt, topic"
            value={filters.q ?? ""}
            onChange={(event) => set({ q: event.target.value })}
          />
        </label>
        {pick("mechanism", "Bank", mechanisms)}
        {pick("mark", "Expectation", marks)}
        <div className="states" role="group" aria-label="Result">
          {states
            .filter((state) => filters.state === state || (first?.states[state] ?? 0) > 0)
            .map((state) => (
              <button
                key={state}
                type="button"
                aria-pressed={filters.state === state}
                onClick={() => set({ state: filters.state === state ? "" : state })}
              >
                {stateWords[state]} <span className="number muted">{first?.states[state] ?? 0}</span>
              </button>
            ))}
        </div>
        {filters.group && (
          <button type="button" aria-label={`Let go of ${filters.group}`} onClick={() => set({ group: "" })}>
            {filters.group} ×
          </button>
        )}
      </form>
      {pages.isPending && <Loading what="tests" />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {tests.length > 0 && (
        <TestList
          tests={tests}
          target={target}
          more={pages.hasNextPage && !pages.isFetchingNextPage ? () => void pages.fetchNextPage() : undefined}
        />
      )}
      {pages.isSuccess && tests.length === 0 && (
        <Empty title="No test is like that">
          <button type="button" onClick={clear}>
            Show all tests
          </button>
        </Empty>
      )}
    </section>
  );
}
