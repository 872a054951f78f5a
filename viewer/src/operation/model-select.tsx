import { useState } from "react";
import type { Choices } from "../../../src/contract/index.ts";
import { Select } from "../ui/index.ts";

/** `cast`: every house narrator. `plain`: the one that plays any role. `none`: a role that no house model has. */
export type HouseOffer = "cast" | "plain" | "none";
export type Option = { value: string; text: string; disabled?: boolean };
type Offered = { models: Choices["narrators"]; house: HouseOffer };

const NOT_EVIDENCE = "Free, but not evidence about a prompt.";
const OTHER = "other model";

const isHouse = (name: string): boolean => name === "house" || name.startsWith("house/");

/** Models that are ready, then the house, then those without a key: the estimate says which key is missing. */
export const modelGroups = ({ models, house }: Offered): Array<{ label: string; options: Option[] }> =>
  [
    {
      label: "Models",
      options: models
        .filter((one) => one.ready && !one.house)
        .map(({ name }) => ({ value: name, text: name })),
    },
    {
      label: "House: free, not evidence about a prompt",
      options: models
        .filter((one) => one.house && (house === "cast" || (house === "plain" && one.name === "house")))
        .map(({ name, note }) => ({
          value: name,
          text: name === "house" || !note ? `${name} (not evidence)` : `${name}: ${note}`,
        })),
    },
    {
      label: "No key set",
      options: models
        .filter((one) => !one.ready)
        .map(({ name }) => ({ value: name, text: `${name} (no key)` })),
    },
  ].filter(({ options }) => options.length > 0);

/** Any model: a listed one, or one whose name is typed. The server checks the name, as a command does. */
export function ModelSelect({
  label,
  describedBy,
  models,
  house,
  first,
  value,
  onChange,
}: Offered & {
  label: string;
  describedBy: string | undefined;
  /** What is not a model, such as "default". */ first: readonly Option[];
  value: string;
  onChange: (model: string) => void;
}) {
  const [isTyping, setTyping] = useState(false);
  const groups = modelGroups({ models, house });
  const listed = [...first, ...groups.flatMap(({ options }) => options)].some((each) => each.value === value);
  const isTyped = isTyping || (!listed && value !== "");
  const choose = (chosen: string) => {
    setTyping(chosen === OTHER);
    onChange(chosen === OTHER ? "" : chosen);
  };
  return (
    <div className="model-field">
      <Select
        label={label}
        describedBy={describedBy}
        value={isTyped ? OTHER : value}
        onChange={choose}
        options={first}
      >
        {groups.map(({ label: group, options }) => (
          <optgroup key={group} label={group}>
            {options.map(({ value: name, text }) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
        <option value={OTHER}>another model …</option>
      </Select>
      {isTyped && (
        <input
          aria-label={`${label}: name of the model`}
          placeholder="provider/model, such as local/llama3.2"
          value={value}
          maxLength={300}
          spellCheck={false}
          autoFocus={isTyping}
          onChange={(event) => {
            setTyping(true);
            onChange(event.target.value.trim());
          }}
        />
      )}
      {isHouse(value) && <span className="small muted">{NOT_EVIDENCE}</span>}
    </div>
  );
}
