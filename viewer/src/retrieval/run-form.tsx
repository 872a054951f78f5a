import { useState } from "react";
import type { RetrievalOverview } from "../../../src/contract/index.ts";
import { count } from "../ui/index.ts";
import type { CheckRunControls } from "./use-check-run.ts";

/** Which banks to run, against what. Only systems that the server was started with can be named. */
export function RunForm({
  canRun,
  first,
  controls: { run, starting, start },
}: {
  canRun: RetrievalOverview["can_run"];
  /** The target that is offered first. */ first: string;
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
