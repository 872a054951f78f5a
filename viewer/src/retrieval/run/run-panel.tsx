import type { JobView } from "../../../../src/contract/index.ts";
import { isOpen, progressOf, StopJob } from "../../runs/index.ts";
import { Problem, count, duration } from "../../ui/index.ts";
import type { CheckRunControls } from "./use-check-run.ts";

/** A run's progress, announced to screen readers, with what came of it and a stop button. */
export function RunPanel({ controls: { run, error, dismiss } }: { controls: CheckRunControls }) {
  const close = (
    <button type="button" className="quiet" onClick={dismiss}>
      Close
    </button>
  );
  if (error)
    return (
      <div className="run-panel">
        <Problem error={error} />
        {close}
      </div>
    );
  if (!run) return null;
  const { id, notes, leftMs, error: why, verdict } = run;
  return (
    <section className="run-panel" aria-label="Run">
      <header>
        <b role="status">{stateWords(run)}</b>
        {isOpen(run) && (leftMs ?? 0) >= 1_000 && (
          <span className="muted small">about {duration(leftMs ?? 0)} left</span>
        )}
        {isOpen(run) ? <StopJob id={id} /> : close}
      </header>
      <progress {...progressOf(run)} aria-label="Tests run" />
      {why && (
        <p className="run-error">
          {why.message} <span className="muted">{why.remedy}</span>
        </p>
      )}
      {verdict?.outcome === "failed" && <p className="run-error">{verdict.headline}</p>}
      {[...new Set(notes)].map((note) => (
        <p key={note} className="muted small">
          {note}
        </p>
      ))}
    </section>
  );
}

function stateWords({ state, done, total, verdict }: JobView): string {
  const of = total === null ? "" : `${done} of ${count(total, "test")}`;
  if (state === "done")
    return verdict?.outcome === "failed" ? "Done" : `Done: ${verdict?.headline ?? count(done, "test")}`;
  if (state === "stopped") return `Stopped after ${of}; run the same again to resume`;
  if (state === "failed") return "The run failed";
  return of === "" ? "Running" : `Running: ${of}`;
}
