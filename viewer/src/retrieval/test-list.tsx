import { memo, useDeferredValue } from "react";
import type { RetrievalOverview, TestCard, TestPage, TestState } from "../../../src/contract/index.ts";
import { usePages } from "../api/index.ts";
import { count, Filters, List, NOT_KNOWN, Row } from "../ui/index.ts";
import { Overridden, StateBadge, stateWords } from "./result-head.tsx";
import { testHref, useTestFilters } from "./test-address.ts";

const states = Object.keys(stateWords) as TestState[];

/** All tests, worst first. */
export function TestList({
  target,
  banks,
}: {
  target: string;
  banks: RetrievalOverview["can_run"]["banks"];
}) {
  const { filters, set, clear } = useTestFilters();
  const { target: _, ...asked } = useDeferredValue(filters);
  const pages = usePages<TestPage>(["retrieval", "tests", asked, target], {
    path: "/api/retrieval/tests",
    query: { ...asked, target, limit: 200 },
  });
  const [first] = pages.data?.pages ?? [];
  return (
    <section id="tests" aria-labelledby="tests-title">
      <div className="page-head">
        <h2 id="tests-title">Tests</h2>
        <span className="muted number" role="status">
          {first && count(first.total, "test")}
        </span>
      </div>
      <Filters
        search="id, name, prompt, topic"
        values={filters}
        set={set}
        filters={[
          {
            name: "state",
            label: "Result",
            options: states
              .filter((state) => (first?.states[state] ?? 0) > 0)
              .map((value) => ({ value, text: stateWords[value], count: first!.states[value]! })),
          },
          { name: "mechanism", label: "Bank", options: banks.map(({ mechanism: value }) => ({ value })) },
        ]}
      >
        {filters.group && (
          <button
            type="button"
            aria-label={`Remove filter ${filters.group}`}
            onClick={() => set({ group: "" })}
          >
            {filters.group} ×
          </button>
        )}
      </Filters>
      <List
        what="tests"
        pages={pages}
        rows={pages.data?.pages.flatMap(({ tests }) => tests) ?? []}
        keyOf={({ test_id }) => test_id}
        height={58}
        clear={clear}
        none={null}
      >
        {(test) => <TestRow test={test} target={target} />}
      </List>
    </section>
  );
}

const TestRow = memo(function TestRow({ test, target }: { test: TestCard; target: string }) {
  const { test_id, name, prompt, groups, state, score } = test;
  return (
    <Row
      className="test-row"
      href={testHref(test_id, target)}
      kind={name && <code>{test_id}</code>}
      title={name || test_id}
      marks={test.overridden && <Overridden />}
      sub={<span className="cut">{prompt ?? groups.join(", ")}</span>}
      cells={[<StateBadge state={state} />, <b>{score ?? NOT_KNOWN}</b>]}
    />
  );
});
