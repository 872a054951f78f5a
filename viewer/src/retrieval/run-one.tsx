import type { RetrievalOverview } from "../../../src/contract/index.ts";
import type { CheckRunControls } from "./use-check-run.ts";

/** Runs one test against what is shown; where this server cannot ask that, it says whom it asks instead. */
export function RunOne({
  testId,
  canRun: { same, usual, targets },
  shown,
  controls: { run, starting, start },
}: {
  testId: string;
  canRun: RetrievalOverview["can_run"];
  shown: string;
  controls: CheckRunControls;
}) {
  const target = same ?? usual;
  const asked = targets.find(({ ask }) => ask === target)?.saved_as ?? target;
  return (
    <span className="run-one">
      <button
        type="button"
        className="primary"
        disabled={run?.view.status === "running" || starting}
        onClick={() => void start({ test_ids: [testId], target })}
      >
        {starting ? "Starting …" : "Run this test"}
      </button>
      <span className="muted small">
        against {asked}
        {same === null && `: this server cannot ask ${shown}`}
      </span>
    </span>
  );
}
