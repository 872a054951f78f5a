import { useState } from "react";
import { Select } from "../ui/index.ts";
import { withChoice, withReference } from "./choice-order.ts";

type Option = { value: string; text?: string; disabled?: boolean };
export type OptionGroup = { label: string; options: readonly Option[] };

/** Several variants of which the first is the reference. They are sent in the order in which they were chosen. */
export function Compared({
  label,
  name,
  what,
  groups,
  chosen,
  other,
  onChange,
}: {
  label: string;
  name: string;
  /** One of them, such as "prompt". */ what: string;
  groups: readonly OptionGroup[];
  chosen: readonly string[];
  /** The label of a field for one that is not listed. */ other?: string;
  onChange: () => void;
}) {
  const [order, setOrder] = useState(chosen);
  const change = (next: readonly string[]) => {
    setOrder(next);
    onChange();
  };
  const listed = new Set(groups.flatMap(({ options }) => options.map(({ value }) => value)));
  const unlisted = {
    label: "Others",
    options: order.filter((value) => !listed.has(value)).map(asOption),
  };
  const filled = [...groups, unlisted].filter(({ options }) => options.length > 0);
  return (
    <fieldset>
      <legend>{label}</legend>
      {order.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      <div className="several">
        {filled.map(({ label: group, options }) => (
          <div key={group} role="group" aria-label={group}>
            {filled.length > 1 && <p className="muted small several-group">{group}</p>}
            {options.map(({ value, text = value, disabled = false }) => (
              <label key={value}>
                <input
                  type="checkbox"
                  checked={order.includes(value)}
                  disabled={disabled && !order.includes(value)}
                  onChange={(event) => change(withChoice(order, value, event.target.checked))}
                />
                {text}
              </label>
            ))}
          </div>
        ))}
      </div>
      {other !== undefined && (
        <Unlisted
          label={other}
          onAdd={(value) => change(order.includes(value) ? order : [...order, value])}
        />
      )}
      {order.length > 1 && (
        <Select
          label={`Reference ${what}: the ${order.length > 2 ? "others are" : "other is"} compared with it`}
          value={order[0]!}
          onChange={(value) => change(withReference(order, value))}
          options={order}
        />
      )}
    </fieldset>
  );
}

const asOption = (value: string): Option => ({ value });

/** A name that the list lacks. The server checks it. */
function Unlisted({ label, onAdd }: { label: string; onAdd: (value: string) => void }) {
  const [typed, setTyped] = useState("");
  const add = () => {
    if (typed.trim() !== "") onAdd(typed.trim());
    setTyped("");
  };
  return (
    <div className="unlisted">
      <label className="field">
        {label}
        <input
          value={typed}
          maxLength={300}
          spellCheck={false}
          placeholder="provider/model, such as local/llama3.2"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Enter adds the name instead of starting the run.
            event.preventDefault();
            add();
          }}
        />
      </label>
      <button type="button" onClick={add} disabled={typed.trim() === ""}>
        Add
      </button>
    </div>
  );
}
