import { useId, useState, type FormEvent } from "react";
import { useLocation } from "wouter";
import {
  costOf,
  EstimatePanel,
  filledIn,
  type Input,
  inputFrom,
  labelOf,
  missingIn,
  OperationForm,
  type OperationSchema,
  type Option,
  startWords,
  useOperation,
} from "../operation/index.ts";
import { rememberChoice } from "./last-choice.ts";

export type StartFormProps = {
  name: string;
  schema: OperationSchema;
  label: string;
  /** The options that come first. */ shown: readonly string[];
  /** Options that have no meaning beside the others. */ hides?:
    | ((input: Input) => readonly string[])
    | undefined;
  /** By option: what there is to choose from. */
  choices?: Readonly<Record<string, readonly Option[]>> | undefined;
  /** What an empty field stands for. */ hints?: Readonly<Record<string, string>> | undefined;
  /** What the form starts with, where the address does not say. */ first: Input;
  params: URLSearchParams;
};

/** An operation with its estimate beside it. The estimate comes from the plan that the start would use. */
export function StartForm({
  name,
  schema,
  label,
  shown,
  hides,
  choices,
  hints,
  first,
  params,
}: StartFormProps) {
  const [input, setInput] = useState<Input>(() => ({ ...first, ...inputFrom(schema, params) }));
  const id = useId();
  const [, go] = useLocation();
  const hidden = hides?.(input) ?? [];
  const asked = filledIn(input, hidden);
  const missing = missingIn(schema, asked);
  const planned = useOperation(name, asked, {
    isWhole: missing.length === 0,
    onStarted: (job) => go(`/runs?job=${encodeURIComponent(job.id)}`),
  });
  const { estimated, isCurrent, isStarting, problems } = planned;
  const canStart = estimated !== undefined && problems.length === 0 && isCurrent;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    rememberChoice(name, asked);
    planned.start();
  };
  return (
    <form className="start-form" aria-label={label} onSubmit={submit}>
      <div className="start-fields">
        <OperationForm
          schema={schema}
          value={input}
          onChange={setInput}
          shown={shown}
          hidden={hidden}
          choices={choices}
          hints={hints}
          problem={planned.wrong}
        />
      </div>
      <aside className="start-estimate" aria-label="Estimate">
        <h2>Estimate</h2>
        <EstimatePanel
          planned={planned}
          id={id}
          missing={
            missing.length > 0 ? `Still needed: ${missing.map((each) => labelOf(each)).join(", ")}.` : ""
          }
        />
        <button type="submit" className="primary" disabled={!canStart || isStarting} aria-describedby={id}>
          {isStarting ? "Starting …" : canStart ? startWords(costOf(estimated.data)) : "Start"}
        </button>
      </aside>
    </form>
  );
}
