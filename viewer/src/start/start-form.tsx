import { useState } from "react";
import { useLocation } from "wouter";
import {
  filledIn,
  type Input,
  inputFrom,
  missingIn,
  OperationForm,
  type OperationSchema,
  type Option,
  StartPanel,
  useOperation,
} from "../operation/index.ts";

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
export function StartForm({ name, schema, label, hides, first, params, ...fields }: StartFormProps) {
  const [input, setInput] = useState<Input>(() => ({ ...first, ...inputFrom(schema, params) }));
  const [, go] = useLocation();
  const hidden = hides?.(input) ?? [];
  const asked = filledIn(input, hidden);
  const missing = missingIn(schema, asked);
  const planned = useOperation(name, asked, {
    isWhole: missing.length === 0,
    onStarted: (job) => go(`/runs?job=${encodeURIComponent(job.id)}`),
  });
  return (
    <form
      className="start-form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        planned.start();
      }}
    >
      <div className="start-fields">
        <OperationForm
          {...fields}
          schema={schema}
          value={input}
          onChange={setInput}
          hidden={hidden}
          problem={planned.wrong}
        />
      </div>
      <StartPanel planned={planned} missing={missing} />
    </form>
  );
}
