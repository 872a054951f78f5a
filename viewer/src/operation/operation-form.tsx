import { type ReactNode, useEffect, useId, useState } from "react";
import { FieldProblem, OperationField, type Shared } from "./operation-field.tsx";
import { groupOf, type Input, isAskable, kindOf, labelOf, type OperationSchema } from "./operation-schema.ts";
import "./operation.css";

type Form = Shared & {
  schema: OperationSchema;
  value: Input;
  onChange: (input: Input) => void;
};

/** The input of an operation. The options that are `shown` come first, and the others are folded. */
export function OperationForm({
  shown,
  hidden = [],
  ...form
}: Form & {
  shown: readonly string[];
  /** What the page asks for elsewhere, or not at all. */ hidden?: readonly string[];
}) {
  const { schema, choices, problem } = form;
  const isOffered = (name: string): boolean => {
    const property = schema.properties[name];
    return property !== undefined && !hidden.includes(name) && isAskable(name, property, choices);
  };
  const more = Object.keys(schema.properties).filter((name) => isOffered(name) && !shown.includes(name));
  return (
    <>
      <Fields {...form} names={shown.filter(isOffered)} />
      {more.length > 0 && (
        <MoreOptions open={problem?.option !== undefined && more.includes(problem.option)}>
          <Fields {...form} names={more} />
        </MoreOptions>
      )}
    </>
  );
}

/** They open if something in them is wrong, and stay open. */
function MoreOptions({ open, children }: { open: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(open);
  useEffect(() => {
    if (open) setOpen(true);
  }, [open]);
  return (
    <details className="more-options" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>More options</summary>
      {children}
    </details>
  );
}

function Fields({ schema, value, onChange, names, ...shared }: Form & { names: readonly string[] }) {
  const id = useId();
  return (
    <div className="operation-fields">
      {names.map((name) => {
        const property = schema.properties[name]!;
        const change = (changed: unknown) => onChange({ ...value, [name]: changed });
        if (kindOf(property) !== "group")
          return (
            <OperationField
              key={name}
              {...shared}
              id={`${id}${name}`}
              name={name}
              property={property}
              input={value}
              onChange={change}
            />
          );
        const group = groupOf(property);
        const parts = Object.keys(group.properties);
        return (
          <fieldset key={name} className="operation-group">
            <legend>{labelOf(name)}</legend>
            <FieldProblem name={name} problem={shared.problem} />
            <Fields
              {...shared}
              problem={undefined}
              hints={Object.fromEntries(parts.map((part) => [part, "unchanged"]))}
              schema={group}
              value={(value[name] ?? {}) as Input}
              onChange={change}
              names={parts}
            />
          </fieldset>
        );
      })}
    </div>
  );
}
