/** The fields that the forms of the start page share. Their defaults come from the address, then from the workspace. */
import { createContext, useContext, type ComponentProps, type ReactNode } from "react";
import type { Choices } from "../../../src/contract/index.ts";
import { Select } from "../ui/index.ts";
import { lastChoice } from "./last-choice.ts";

export type Preset = {
  /** The value of a field in the address. */ one(name: string): string | undefined;
  all(name: string): string[];
};

/** What the forms start with. */
export const StartContext = createContext<{ choices: Choices; preset: Preset; seed: string } | null>(null);

export function useStart() {
  const start = useContext(StartContext);
  if (!start) throw new Error("A field of the start page needs its context.");
  return start;
}

/** A field of the form that starts with its value in the address. */
export const Choice = ({ usual, ...props }: ComponentProps<typeof Select> & { name: string }) => (
  <Select {...props} usual={useStart().preset.one(props.name) ?? usual} />
);

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

type Models = { narrators: Choices["narrators"] };

export const ModelField = ({
  narrators,
  label = "Narrator",
  name = "narrator",
  ...rest
}: Models & { label?: string; name?: string; usual?: string | undefined; none?: string }) => (
  <Choice label={label} name={name} {...rest}>
    <ModelOptions narrators={narrators} />
  </Choice>
);

/** Only house narrators play faults. */
export const withoutFaults = (narrators: Choices["narrators"]): Choices["narrators"] =>
  narrators.filter(({ name }) => !name.startsWith("house/"));

export const PlayersField = ({ narrators }: Models) => (
  <ModelField
    label="Players' model"
    name="playerModel"
    narrators={withoutFaults(narrators)}
    none="each archetype's own"
  />
);

export const JudgeField = ({ narrators }: Models) => (
  <ModelField label="Judge" name="judge" narrators={narrators.filter(({ house }) => !house)} none="none" />
);

export const NO_READER = [{ value: "none", text: "none: mechanical checks only" }];

/** The reader finds mistakes in each turn. */
export const ReaderField = ({ narrators }: Models) => (
  <Choice label="Reader" name="observer" none="default" options={NO_READER}>
    <ModelOptions narrators={withoutFaults(narrators)} />
  </Choice>
);

const RULES = [{ value: "house", text: "house: built-in rules, free" }];

/** It decides who may hear what the narrator says. */
export const ClassifierField = ({ narrators }: Models) => (
  <Choice label="Classifier" name="classifier" none="default" options={RULES}>
    <ModelOptions narrators={narrators} house={false} />
  </Choice>
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
  min = 1,
  max,
  step = 1,
  hint,
}: {
  label: string;
  name: string;
  min?: number;
  max?: number;
  step?: number | "any";
  /** Shown while it is empty. */ hint: string;
}) {
  const { preset } = useStart();
  return (
    <label className="field">
      {label}
      <input
        type="number"
        name={name}
        min={min}
        max={max}
        step={step}
        defaultValue={preset.one(name)}
        placeholder={hint}
      />
    </label>
  );
}

export const MaxTurnsField = () => (
  <NumberField label="Maximum turns" name="maxTurns" min={3} max={1_000} hint="100" />
);

export function BudgetField() {
  const most = useStart().choices.usual.budget;
  const hint = most === undefined ? "no limit" : `at most ${most}`;
  return <NumberField label="Budget, USD" name="budget" min={0.01} step="any" hint={hint} />;
}

export function SeedField() {
  const { preset, seed } = useStart();
  return (
    <label className="field">
      Seed
      <input name="seed" maxLength={200} defaultValue={preset.one("seed") ?? seed} />
    </label>
  );
}

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
export const MoreFields = ({ children }: { children: ReactNode }) => (
  <details className="more-fields">
    <summary>More options</summary>
    <div className="start-fields">{children}</div>
  </details>
);
