import { useState } from "react";
import type { RetrievalOverview } from "../../../../src/contract/index.ts";
import { count, Select } from "../../ui/index.ts";
import { targetOptions } from "./run-words.ts";
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
  const running = run?.status === "running";
  const total = banks.reduce((sum, { tests }) => sum + tests, 0);
  return (
    <form
      className="run-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start({ target, ...(bank !== "" && { banks: [bank] }) });
      }}
    >
      <Select
        label="Bank"
        value={bank}
        onChange={setBank}
        none={`all: ${count(total, "test")}`}
        options={banks
          .filter(({ tests }) => tests > 0)
          .map(({ mechanism, tests }) => ({
            value: mechanism,
            text: `${mechanism}: ${count(tests, "test")}`,
          }))}
      />
      <Select label="Against" value={target} onChange={setTarget} options={targetOptions(targets)} />
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
        disabled={run?.status === "running" || starting}
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
