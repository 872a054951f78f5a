/** The fields that the forms of the start page share. Their defaults come from the address, then from the workspace. */
import type { ReactNode } from "react";
import type { Choices } from "../../../src/contract/index.ts";
import { lastChoice } from "./last-choice.ts";

export type Preset = {
  /** The value of a field in the address. */ one(name: string): string | undefined;
  all(name: string): string[];
};

export function Choice({
  label,
  name,
  options,
  usual,
  none,
}: {
  label: string;
  name: string;
  options: readonly string[];
  usual?: string | undefined;
  /** What the empty choice means. */ none?: string;
}) {
  return (
    <label className="field">
      {label}
      <select name={name} defaultValue={usual ?? ""}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}

/** Models with a key first, then the house cast, then those without a key: the estimate says which are missing. */
export function ModelOptions({
  narrators,
  house = true,
}: {
  narrators: Choices["narrators"];
  house?: boolean;
}) {
  const ready = narrators.filter((each) => each.ready && !each.house);
  const missing = narrators.filter((each) => !each.ready);
  return (
    <>
      {ready.length > 0 && (
        <optgroup label="Models">
          {ready.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      )}
      {house && (
        <optgroup label="House cast: free, not evidence about a prompt">
          {narrators
            .filter((each) => each.house)
            .map(({ name, note }) => (
              <option key={name} value={name}>
                {name === "house" || !note ? name : `${name}: ${note}`}
              </option>
            ))}
        </optgroup>
      )}
      {missing.length > 0 && (
        <optgroup label="No key set">
          {missing.map(({ name }) => (
            <option key={name} value={name}>
              {name} (no key)
            </option>
          ))}
        </optgroup>
      )}
    </>
  );
}

export function NarratorField({
  label = "Narrator",
  name = "narrator",
  narrators,
  usual,
  none,
}: {
  label?: string;
  name?: string;
  narrators: Choices["narrators"];
  usual?: string | undefined;
  none?: string;
}) {
  return (
    <label className="field">
      {label}
      <select name={name} defaultValue={usual ?? ""}>
        {none !== undefined && <option value="">{none}</option>}
        <ModelOptions narrators={narrators} />
      </select>
    </label>
  );
}

/** The reader finds mistakes in each turn. */
export function ReaderField({
  narrators,
  usual,
}: {
  narrators: Choices["narrators"];
  usual?: string | undefined;
}) {
  return (
    <label className="field">
      Reader
      <select name="observer" defaultValue={usual ?? ""}>
        <option value="">default</option>
        <option value="none">none: mechanical checks only</option>
        <ModelOptions narrators={narrators.filter(({ name }) => !name.startsWith("house/"))} />
      </select>
    </label>
  );
}

/** It decides who may hear what the narrator says. */
export const ClassifierField = ({
  narrators,
  usual,
}: {
  narrators: Choices["narrators"];
  usual?: string | undefined;
}) => (
  <label className="field">
    Classifier
    <select name="classifier" defaultValue={usual ?? ""}>
      <option value="">default</option>
      <option value="house">house: built-in rules, free</option>
      <ModelOptions narrators={narrators} house={false} />
    </select>
  </label>
);

/** What is chosen at first: what the address names, the last choice, the workspace's own, then the usual one. */
export function chosenAtFirst(
  name: string,
  {
    preset,
    known,
    own = [],
    usual,
  }: { preset: Preset; known: readonly string[]; own?: readonly string[]; usual: string },
): string[] {
  const [asked, last] = [preset.all(name), lastChoice(name, known)];
  if (asked.length > 0) return asked;
  if (last.length > 0) return last;
  return [own[0] ?? (known.includes(usual) ? usual : (known[0] ?? ""))];
}

export function NumberField({
  label,
  name,
  usual,
  min = 1,
  max,
  step = 1,
  hint,
  required = false,
}: {
  label: string;
  name: string;
  usual?: string | number | undefined;
  min?: number;
  max?: number;
  step?: number | "any";
  /** Shown while it is empty. */ hint?: string;
  required?: boolean;
}) {
  return (
    <label className="field">
      {label}
      <input
        type="number"
        name={name}
        min={min}
        max={max}
        step={step}
        defaultValue={usual}
        placeholder={hint}
        required={required}
      />
    </label>
  );
}

export const BudgetField = ({ most, usual }: { most: number | undefined; usual: string | undefined }) => (
  <NumberField
    label="Budget, USD"
    name="budget"
    min={0.01}
    step="any"
    usual={usual}
    hint={most === undefined ? "no limit" : `at most ${most}`}
  />
);

/** Several of a list. */
export function Several({
  label,
  name,
  options,
  chosen,
}: {
  label: string;
  name: string;
  options: ReadonlyArray<{ value: string; text?: string; disabled?: boolean }>;
  chosen: readonly string[];
}) {
  return (
    <fieldset className="several">
      <legend>{label}</legend>
      {options.map(({ value, text = value, disabled = false }) => (
        <label key={value}>
          <input
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
            disabled={disabled}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className="start-row">{children}</div>
);

/** Rarely needed. */
export const MoreFields = ({ children, open = false }: { children: ReactNode; open?: boolean }) => (
  <details className="more-fields" open={open}>
    <summary>More options</summary>
    <div className="start-fields">{children}</div>
  </details>
);
