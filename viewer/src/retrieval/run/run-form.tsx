import { useState } from "react";
import type { RetrievalOverview } from "../../../../src/contract/index.ts";
import { count } from "../../ui/index.ts";
import type { CheckRunControls } from "./use-check-run.ts";

/** Chooses the banks to run and the target. Only targets the server was started with are offered. */
export function RunForm({
  canRun,
  first,
  controls: { run, starting, start },
}: {
  canRun: RetrievalOverview["can_run"];
  /** The default target. */ first: string;
  controls: CheckRunControls;
}) {
  const { targets, banks } = canRun;
  const [bank, setBank] = useState("");
  const [target, setTarget] = useState(first);
  const running = run?.view.status === "running";
  const total = banks.reduce((sum, { tests }) => sum + tests, 0);
  return (
    <form
      className="run-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start({ target, ...(bank !== "" && { banks: [bank] }) });
      }}
    >
      <label className="field">
        Bank
        <select value={bank} onChange={(event) => setBank(event.target.value)}>
          <option value="">all: {count(total, "test")}</option>
          {banks
            .filter(({ tests }) => tests > 0)
            .map(({ mechanism, tests }) => (
              <option key={mechanism} value={mechanism}>
                {mechanism}: {count(tests, "test")}
              </option>
            ))}
        </select>
      </label>
      <label className="field">
        Against
        <select value={target} onChange={(event) => setTarget(event.target.value)}>
          {targets.map(({ ask }) => (
            <option key={ask} value={ask}>
              {ask === "offline" ? "offline: needs no key" : ask}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="primary" disabled={running || starting}>
        {starting ? "Starting …" : "Run"}
      </button>
    </form>
  );
}

/** Runs one test against the target shown. If this server cannot ask that target, it names the one it asks instead. */
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
