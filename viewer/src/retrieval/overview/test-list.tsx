import { useInfiniteQuery } from "@tanstack/react-query";
import { memo, useDeferredValue } from "react";
import { Link } from "wouter";
import type { RetrievalOverview, TestCard, TestState } from "../../../../src/contract/index.ts";
import {
  count,
  Empty,
  Loading,
  NARROW,
  NOT_KNOWN,
  Problem,
  RowList,
  SearchField,
  Select,
  useMedia,
} from "../../ui/index.ts";
import { testsQuery } from "../queries.ts";
import { Marks, StateBadge, stateWords } from "../test-state.tsx";
import { testHref, useTestFilters } from "../test-address.ts";

const marks = ["stale", "overridden", "contested"];
const states = Object.keys(stateWords) as TestState[];

/** All tests, worst first. */
export function TestsPart({
  target,
  banks,
}: {
  target: string;
  banks: RetrievalOverview["can_run"]["banks"];
}) {
  const narrow = useMedia(NARROW);
  const { filters, set, clear } = useTestFilters();
  const asked = useDeferredValue(filters);
  const pages = useInfiniteQuery(testsQuery({ ...asked, target }));
  const [first] = pages.data?.pages ?? [];
  const tests = pages.data?.pages.flatMap(({ tests }) => tests) ?? [];
  const pick = (name: "mechanism" | "mark", label: string, options: readonly string[]) => (
    <Select
      label={label}
      value={filters[name] ?? ""}
      onChange={(value) => set({ [name]: value })}
      none="all"
      options={options}
    />
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
        <SearchField placeholder="id, name, prompt, topic" value={filters.q} onChange={(q) => set({ q })} />
        {pick(
          "mechanism",
          "Bank",
          banks.map(({ mechanism }) => mechanism),
        )}
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
          <button
            type="button"
            aria-label={`Remove filter ${filters.group}`}
            onClick={() => set({ group: "" })}
          >
            {filters.group} ×
          </button>
        )}
      </form>
      {pages.isPending && <Loading what="tests" />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {tests.length > 0 && (
        <RowList rows={tests} pages={pages} height={narrow ? 86 : 58}>
          {(test) => <TestRow test={test} target={target} />}
        </RowList>
      )}
      {pages.isSuccess && tests.length === 0 && (
        <Empty title="No matching tests">
          <button type="button" onClick={clear}>
            Show all tests
          </button>
        </Empty>
      )}
    </section>
  );
}

const TestRow = memo(function TestRow({ test, target }: { test: TestCard; target: string }) {
  const { test_id, name, prompt, groups, state, score } = test;
  return (
    <Link href={testHref(test_id, target)} className="row-link in-columns test-row">
      <span className="what">
        <span className="title">
          <code>{test_id}</code> {name}
        </span>
        <span className="sub muted">{prompt ?? groups.join(", ")}</span>
      </span>
      <span className="marks">
        <Marks test={test} />
      </span>
      <StateBadge state={state} />
      <b className="number">{score ?? NOT_KNOWN}</b>
    </Link>
  );
});
