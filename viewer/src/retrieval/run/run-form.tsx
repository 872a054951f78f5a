import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RetrievalOverview } from "../../../../src/contract/index.ts";
import { filledIn, type Input, OperationForm, operationsQuery, schemaOf } from "../../operation/index.ts";
import { checkChoices } from "./run-words.ts";
import type { CheckRunControls } from "./use-check-run.ts";

const SHOWN = ["banks", "target"];

/** Chooses the banks to run and the target. Only targets the server was started with are offered. */
export function RunForm({
  overview,
  first,
  controls: { isBusy, start, startWords },
}: {
  overview: RetrievalOverview;
  /** The default target. */ first: string;
  controls: CheckRunControls;
}) {
  const { data } = useQuery(operationsQuery);
  const [input, setInput] = useState<Input>({ target: first });
  const schema = data && schemaOf(data, "check");
  if (!schema) return null;
  return (
    <form
      className="run-form"
      onSubmit={(event) => {
        event.preventDefault();
        start(filledIn(input));
      }}
    >
      <OperationForm
        schema={schema}
        value={input}
        onChange={setInput}
        shown={SHOWN}
        hidden={Object.keys(schema.properties).filter((name) => !SHOWN.includes(name))}
        choices={checkChoices(overview)}
      />
      <button type="submit" className="primary" disabled={isBusy}>
        {startWords("Run")}
      </button>
    </form>
  );
}

/** Runs one test against the target shown. If this server cannot ask that target, it names the one it asks instead. */
export function RunOne({
  testId,
  canRun: { same, usual, targets },
  shown,
  controls: { isBusy, start, startWords },
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
        disabled={isBusy}
        onClick={() => start({ test: [testId], target })}
      >
        {startWords("Run this test")}
      </button>
      <span className="muted small">
        against {asked}
        {same === null && `: this server cannot ask ${shown}`}
      </span>
    </span>
  );
}
