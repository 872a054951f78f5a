/** What a command says about its flags, as data: parsing, help and the types that `run` sees all come from it. */

type Described = {
  /** One sentence for the help. */
  help: string;
  /** The name of the value in the help: `--budget USD`. */
  value?: string;
  required?: boolean;
};

/** `--json`, `--no-json`. With `default: true` the help shows `--no-json`. */
export type BooleanFlag = { type: "boolean"; help: string; default?: boolean };
/** `optionalValue` is what the bare flag stands for: `--one-key` is then `--one-key=auto`. */
export type StringFlag = Described & { type: "string"; default?: string; optionalValue?: string };
export type NumberFlag = Described & {
  type: "number" | "integer";
  default?: number;
  min?: number;
  max?: number;
};
/** Comma separated and repeatable; empty when it was not given. `whole`: repeatable only, since a path may hold a comma. */
export type ListFlag = Described & {
  type: "list";
  default?: readonly string[];
  choices?: readonly string[];
  whole?: true;
};
export type ChoiceFlag = Described & {
  type: "choice";
  choices: readonly string[];
  default?: string;
  optionalValue?: string;
};

export type FlagSpec = BooleanFlag | StringFlag | NumberFlag | ListFlag | ChoiceFlag;
export type FlagSpecs = Readonly<Record<string, FlagSpec>>;

type One<F> = F extends { choices: readonly (infer Choice)[] }
  ? Choice
  : F extends { type: "number" | "integer" }
    ? number
    : string;

/** A flag is `undefined` only where nothing was given and nothing stands in for it. */
type FlagValue<F> = F extends { type: "boolean" }
  ? boolean
  : F extends { type: "list" }
    ? readonly One<F>[]
    : F extends { required: true } | { default: string | number }
      ? One<F>
      : One<F> | undefined;

export type FlagValues<Flags extends FlagSpecs> = { readonly [Name in keyof Flags]: FlagValue<Flags[Name]> };

/** These work with every command, so no command may declare them. */
export const globalFlags = {
  help: { type: "boolean", help: "Show help for rehearse or for a command." },
  trace: { type: "boolean", help: "Show where an error came from." },
} as const satisfies FlagSpecs;

/** `oneKey` in code is `one-key` on the command line. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** What the help and the errors call a flag's value. */
export function valueName(spec: Exclude<FlagSpec, BooleanFlag>): string {
  if (spec.value) return spec.value;
  const names = { string: "TEXT", number: "N", integer: "N", list: "A,B", choice: "NAME" };
  return names[spec.type];
}
