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
  onChange,
}: {
  label: string;
  name: string;
  /** One of them, such as "prompt". */ what: string;
  groups: readonly OptionGroup[];
  chosen: readonly string[];
  onChange: () => void;
}) {
  const [order, setOrder] = useState(chosen);
  const change = (next: readonly string[]) => {
    setOrder(next);
    onChange();
  };
  const filled = groups.filter(({ options }) => options.length > 0);
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
