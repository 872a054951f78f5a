import { useId } from "react";
import { Select } from "../ui/index.ts";
import type { Option } from "./model-select.tsx";

type OptionGroup = { label: string; options: readonly Option[] };

/** Several of a list, in the order of choosing. What is chosen and not listed is listed too. */
export function Several({
  label,
  describedBy,
  groups,
  chosen,
  onChange,
  compared,
}: {
  label: string;
  describedBy?: string | undefined;
  groups: readonly OptionGroup[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** One of them, such as "prompt": the first is then the reference. */ compared?: string;
}) {
  const id = useId();
  const listed = new Set(groups.flatMap(({ options }) => options.map(({ value }) => value)));
  const unlisted: OptionGroup = {
    label: "Others",
    options: chosen.filter((value) => !listed.has(value)).map((value) => ({ value, text: value })),
  };
  const filled = [...groups, unlisted].filter(({ options }) => options.length > 0);
  return (
    <fieldset aria-describedby={describedBy}>
      <legend>{label}</legend>
      <div className="several">
        {filled.map(({ label: group, options }) => (
          <div key={group} role="group" aria-labelledby={filled.length > 1 ? `${id}${group}` : undefined}>
            {filled.length > 1 && (
              <p id={`${id}${group}`} className="muted small several-group">
                {group}
              </p>
            )}
            {options.map(({ value, text, disabled = false }) => (
              <label key={value}>
                <input
                  type="checkbox"
                  checked={chosen.includes(value)}
                  disabled={disabled && !chosen.includes(value)}
                  onChange={({ target }) =>
                    onChange([...chosen.filter((each) => each !== value), ...(target.checked ? [value] : [])])
                  }
                />
                {text}
              </label>
            ))}
          </div>
        ))}
      </div>
      {compared !== undefined && chosen.length > 1 && (
        <Select
          label={`Reference ${compared}: the ${chosen.length > 2 ? "others are" : "other is"} compared with it`}
          value={chosen[0]!}
          onChange={(value) => onChange([value, ...chosen.filter((each) => each !== value)])}
          options={chosen}
        />
      )}
    </fieldset>
  );
}
