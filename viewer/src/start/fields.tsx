/** The fields that the forms of the start page share. Their defaults come from the address, then from the workspace. */
import { createContext, useContext, useState, type ComponentProps, type ReactNode } from "react";
import type { Choices } from "../../../src/contract/index.ts";
import { Select } from "../ui/index.ts";
import { lastChoice } from "./last-choice.ts";
import { ModelSelect, type HouseOffer, type Option } from "./model-field.tsx";

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

type Models = { narrators: Choices["narrators"] };

export const ModelField = ({
  narrators,
  label = "Narrator",
  name = "narrator",
  house = "cast",
  usual,
  first,
}: Models & {
  label?: string;
  name?: string;
  house?: HouseOffer;
  usual?: string | undefined;
  first?: readonly Option[];
}) => {
  const [value, setValue] = useState(useStart().preset.one(name) ?? usual ?? "");
  return (
    <ModelSelect
      label={label}
      name={name}
      models={narrators}
      house={house}
      first={first}
      value={value}
      onChange={setValue}
    />
  );
};

export const PlayersField = ({ narrators }: Models) => (
  <ModelField
    label="Players' model"
    name="playerModel"
    narrators={narrators}
    house="plain"
    first={[{ value: "", text: "each archetype's own" }]}
  />
);

export const JudgeField = ({ narrators }: Models) => (
  <ModelField
    label="Judge"
    name="judge"
    narrators={narrators}
    house="none"
    first={[DEFAULT, { value: "none", text: "none" }]}
  />
);

const DEFAULT = { value: "", text: "default" };
export const NO_READER = { value: "none", text: "none: mechanical checks only" };

/** The reader finds mistakes in each turn. */
export const ReaderField = ({ narrators }: Models) => (
  <ModelField
    label="Reader"
    name="observer"
    narrators={narrators}
    house="plain"
    first={[DEFAULT, NO_READER]}
  />
);

/** It decides who may hear what the narrator says. */
export const ClassifierField = ({ narrators }: Models) => (
  <ModelField label="Classifier" name="classifier" narrators={narrators} house="plain" first={[DEFAULT]} />
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
