import type { ReactNode } from "react";
import { Link } from "wouter";
import type { TestVerdict } from "../../../src/contract/check-api.ts";
import { Badge, Problem, count, duration } from "../ui/index.ts";
import type { CheckRunControls } from "./use-check-run.ts";

/** How a run is doing: said aloud, with what failed so far, and a button that stops it. */
export function RunPanel({ controls: { run, error, stop, dismiss } }: { controls: CheckRunControls }) {
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
  const { status, progress, target, summary, notes, error: why } = run.view;
  const running = status === "running";
  return (
    <section className="run-panel" aria-label="Run">
      <header>
        <b role="status">
          {running && `Running: ${progress.done} of ${count(progress.total, "test")}`}
          {status === "done" && `Done: ${count(progress.total, "test")}, ${summary ? `${summary.health_status}, ${summary.combined_score === null ? "no score" : `score ${summary.combined_score}`}` : ""}`}
          {status === "stopped" && `Stopped after ${progress.done} of ${count(progress.total, "test")}; the same run goes on where it was`}
          {status === "failed" && "The run failed"}
        </b>
        <span className="muted small">
          {target}
          {running && progress.left_ms !== null && `, about ${duration(progress.left_ms)} left`}
        </span>
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
      {[...new Set(notes)].map((note) => (
        <p key={note} className="muted small">
          {note}
        </p>
      ))}
      {run.failed.length > 0 && <Failed tests={run.failed} />}
    </section>
  );
}

function Failed({ tests }: { tests: readonly TestVerdict[] }) {
  return (
    <ul className="run-failed" aria-label="Below 100 so far">
      {tests
        .toReversed()
        .slice(0, 8)
        .map(({ test_id, score, is_critical_failure, name }) => (
          <li key={test_id}>
            <Link href={`/retrieval/tests/${encodeURIComponent(test_id)}`}>{test_id}</Link>
            <span className="muted">{name}</span>
            <Badge tone={is_critical_failure || score === 0 ? "bad" : "warn"}>{is_critical_failure ? "critical" : (score ?? "no score")}</Badge>
          </li>
        ))}
      {tests.length > 8 && <More>and {tests.length - 8} more</More>}
    </ul>
  );
}

const More = ({ children }: { children: ReactNode }) => <li className="muted small">{children}</li>;
