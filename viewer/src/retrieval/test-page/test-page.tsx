import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import type { TestView } from "../../../../src/contract/index.ts";
import { exported } from "../../exported/index.ts";
import { Badge, count, Loading, NOT_KNOWN, percent, Problem, useKeys, when } from "../../ui/index.ts";
import { ExpectationHistory } from "./expectation-history.tsx";
import { overviewQuery, testQuery } from "../queries.ts";
import { RunOne } from "../run/run-form.tsx";
import { RunPanel } from "../run/run-panel.tsx";
import { Stages } from "./stages.tsx";
import { TargetChoice } from "../target-choice.tsx";
import { Marks, StateBadge, stateWords } from "../test-state.tsx";
import { useCheckRun } from "../run/use-check-run.ts";
import { listHref, testHref, useTestFilters } from "../test-address.ts";

/** One test: its stages, its scores over time, and who set its expectation. */
export function TestPage({ id }: { id: string }) {
  const [, go] = useLocation();
  const { filters, set } = useTestFilters();
  const controls = useCheckRun();
  const { data, error, isPending, refetch } = useQuery(testQuery(id, filters.target));
  const { data: overview } = useQuery(overviewQuery(filters.target));
  const open = (to: string | null | undefined) => to && go(testHref(to, data?.target));
  useKeys({ j: () => open(data?.next), k: () => open(data?.previous) });
  if (isPending) return <Loading what="the test" />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  const { card, last, past, history, previous, next, target, targets } = data;
  return (
    <div className="page test-page">
      <p className="crumbs">
        <Link href={listHref(target)}>Retrieval</Link>
        <span className="neighbours">
          {previous && <Link href={testHref(previous, target)}>Previous</Link>}
          {next && <Link href={testHref(next, target)}>Next</Link>}
        </span>
      </p>
      <div className="page-head spread">
        <h1>
          <code>{card.test_id}</code> {card.name}
        </h1>
        <TargetChoice
          target={target}
          own={exported ? undefined : overview?.own}
          others={targets.map((one) => one.target)}
          choose={(target) => set({ target })}
          label={(name) => labelOf(targets.find((one) => one.target === name))}
        />
        {!exported && overview && (
          <RunOne testId={card.test_id} canRun={overview.can_run} shown={target} controls={controls} />
        )}
      </div>
      <p className="test-marks">
        <StateBadge state={card.state} />
        <Badge>{card.mechanism}</Badge>
        {card.groups.map((group) => (
          <Badge key={group}>{group}</Badge>
        ))}
        <Marks test={card} />
      </p>
      <RunPanel controls={controls} />
      {card.prompt !== undefined && <blockquote className="prompt">{card.prompt}</blockquote>}
      <Score view={data} />
      {data.expectations?.changed_since && (
        <p className="house-note">The expectation has changed since this result. Run the test again.</p>
      )}
      {card.stale.length > 0 && (
        <p className="house-note">
          Stale: {card.stale.join(", ")} changed after the expectation was made. Calibrate the test, or
          override it.
        </p>
      )}
      {last ? (
        <Stages last={last} />
      ) : (
        <p className="panel muted">
          No saved run of {target} includes this test{exported ? "." : ": run it above."}
        </p>
      )}
      {past.length > 1 && <Past past={past} />}
      {history.length > 0 && (
        <ExpectationHistory
          history={history}
          contestedBy={data.expectations?.contested_by ?? null}
          testId={card.test_id}
        />
      )}
    </div>
  );
}

const labelOf = (result: TestView["targets"][number] | undefined): string =>
  result
    ? result.score === null
      ? stateWords[result.state]
      : `${stateWords[result.state]}, ${result.score}`
    : "not run";

function Score({ view: { card, last } }: { view: TestView }) {
  if (!last) return null;
  const { breakdown, missing, repeats } = last.result;
  const losses = [
    breakdown.secondary_missing && ["secondary missing", breakdown.secondary_missing.penalty],
    breakdown.false_positives && ["must not be retrieved", breakdown.false_positives.penalty],
    breakdown.rank_violations && ["in the wrong order", breakdown.rank_violations.penalty],
    breakdown.wrong_handlers && ["wrong handlers", breakdown.wrong_handlers.penalty],
  ].filter((loss) => loss !== undefined) as Array<[string, number]>;
  return (
    <section className="panel score-line" aria-label="Score">
      <span className="big number">{card.score ?? NOT_KNOWN}</span>
      <div>
        <p>
          {missing
            ? missing.message
            : breakdown.primary_fail
              ? (breakdown.reason ?? "A primary entity was not retrieved.")
              : losses.length === 0
                ? card.score === 100
                  ? "Everything as expected."
                  : "A primary entity was not retrieved."
                : losses.map(([what, penalty]) => `−${Math.abs(penalty)} ${what}`).join(", ")}
        </p>
        {last.worse !== undefined && <p className="run-error">Worse than in the baseline: {last.worse}.</p>}
        {repeats && (
          <p>
            Passed {repeats.passed} of {count(repeats.answered, "attempt")}
            {repeats.interval &&
              ` (95 % confidence interval ${percent(repeats.interval[0])} to ${percent(repeats.interval[1])})`}
            . {repeats.flaky && <Badge tone="warn">flaky</Badge>}
          </p>
        )}
        <p className="muted small">
          {last.target}, {when(last.at)}
        </p>
      </div>
    </section>
  );
}

function Past({ past }: { past: TestView["past"] }) {
  return (
    <section className="panel">
      <h2>Scores over saved runs</h2>
      <ol className="past">
        {past.map(({ results, at, score, partial }) => (
          <li key={results} title={`${when(at)}${partial ? ", partial run" : ""}`}>
            <span className="column" aria-hidden="true">
              <span style={{ height: `${score ?? 0}%` }} className={score === null ? "unknown" : ""} />
            </span>
            <span className="number small">{score ?? NOT_KNOWN}</span>
            <span className="visually-hidden">{when(at)}</span>
          </li>
        ))}
      </ol>
      <p className="muted small">
        {when(past[0]?.at)} to {when(past.at(-1)?.at)}
        {past.some(({ partial }) => partial) && "; includes partial runs"}
      </p>
    </section>
  );
}
