import { Link } from "wouter";
import type { CheckRunView, RetrievalOverview } from "../../../../src/contract/index.ts";
import { Badge, Problem, count, duration } from "../../ui/index.ts";
import { listHref, testHref } from "../test-address.ts";
import { outcomeOf, testsOf, whyNoBetter } from "./run-words.ts";
import type { CheckRunControls } from "./use-check-run.ts";

/** A run's progress, announced to screen readers, with failures so far and a stop button. */
export function RunPanel({
  controls: { run, error, stop, dismiss },
  canRun,
  shown,
}: {
  controls: CheckRunControls;
  canRun: RetrievalOverview["can_run"];
  /** The target of the results on the page. */ shown: string;
}) {
  if (error)
    return (
      <div className="run-panel">
        <Problem error={error} />
        <button type="button" className="quiet" onClick={dismiss}>
          Close
        </button>
      </div>
    );
  if (!run) return null;
  const { status, progress, target, summary, notes, below, error: why } = run;
  const running = status === "running";
  const against = canRun.targets.find(({ ask }) => ask === target)?.saved_as ?? target;
  return (
    <section className="run-panel" aria-label="Run">
      <header>
        <b role="status">
          {running && `Running: ${progress.done} of ${count(progress.total, "test")}`}
          {status === "done" &&
            `Done: ${[count(progress.total, "test"), ...(summary ? outcomeOf(summary) : [])].join(", ")}`}
          {status === "stopped" &&
            `Stopped after ${progress.done} of ${count(progress.total, "test")}; run the same again to resume`}
          {status === "failed" && "The run failed"}
        </b>
        <span className="muted small">
          against {against}
          {running && (progress.left_ms ?? 0) >= 1_000 && `, about ${duration(progress.left_ms ?? 0)} left`}
        </span>
        {status === "done" && against !== shown && (
          <Link href={listHref(against)}>Show results of {against}</Link>
        )}
        {status === "done" && summary && summary.total_tests > 1 && summary.results_file !== null && (
          <Link
            href={listHref(against, testsOf(summary))}
            onClick={() => document.querySelector("#tests")?.scrollIntoView()}
          >
            Show its tests
          </Link>
        )}
        {running ? (
          <button type="button" className="danger" onClick={() => void stop()}>
            Stop
          </button>
        ) : (
          <button type="button" className="quiet" onClick={dismiss}>
            Close
          </button>
        )}
      </header>
      <progress value={progress.done} max={Math.max(1, progress.total)} aria-label="Tests run" />
      {why && (
        <p className="run-error">
          {why.message} <span className="muted">{why.remedy}</span>
        </p>
      )}
      {summary?.outcome?.verdict === "failed" && <p className="run-error">{summary.outcome.says}</p>}
      {status === "done" && summary && whyNoBetter(summary) && (
        <p className="small">{whyNoBetter(summary)}</p>
      )}
      {[...new Set(notes)].map((note) => (
        <p key={note} className="muted small">
          {note}
        </p>
      ))}
      {below.count > 0 && <Failed below={below} target={against} />}
    </section>
  );
}

function Failed({ below: { count, latest }, target }: { below: CheckRunView["below"]; target: string }) {
  return (
    <ul className="run-failed" aria-label="Below 100 so far">
      {latest.map(({ test_id, score, is_critical_failure, name, repeats }) => (
        <li key={test_id}>
          <Link href={testHref(test_id, target)}>{test_id}</Link>
          <span className="muted">{name}</span>
          <Badge tone={is_critical_failure || score === 0 ? "bad" : "warn"}>
            {is_critical_failure ? "critical" : (score ?? "no score")}
          </Badge>
          {repeats?.flaky && <Badge tone="warn">flaky</Badge>}
        </li>
      ))}
      {count > latest.length && <li className="muted small">and {count - latest.length} more below 100</li>}
    </ul>
  );
}
