/**
 * A command is a declaration: its flags and arguments are data, so that help, parsing and types cannot disagree.
 *
 *     export default defineCommand({
 *       name: "report",
 *       summary: "The report of a session",
 *       args: { positionals: [{ name: "dir", help: "The session's folder.", required: true }] },
 *       flags: { json: { type: "boolean", help: "Print one JSON document." } },
 *       examples: [{ command: "rehearse report sessions/2", does: "Write its report." }],
 *       run: async ({ flags, positionals: [dir], io }) => { … },
 *     });
 */
import { type ExitCode, kebab } from "../../kernel/errors/index.ts";
import type { CiReport } from "../../kernel/report/index.ts";
import type { Io } from "./io.ts";

export type PositionalSpec = {
  name: string;
  help: string;
  required?: boolean;
  /** The allowed values. */
  choices?: readonly string[];
  /** Takes all remaining arguments, so it must be the last. `min` and `max` limit their number. */
  variadic?: boolean;
  min?: number;
  max?: number;
};

type PositionalValues<Specs extends readonly PositionalSpec[]> = Specs extends readonly [
  infer First,
  ...infer Rest extends readonly PositionalSpec[],
]
  ? [...OnePositional<First>, ...PositionalValues<Rest>]
  : Specs extends readonly []
    ? []
    : string[];

type OnePositional<Spec> = Spec extends { variadic: true }
  ? Spec extends { required: true }
    ? [string, ...string[]]
    : string[]
  : Spec extends { required: true }
    ? [string]
    : [string?];

export type Example = { command: string; does: string };

type RunContext<Flags extends FlagSpecs, Positionals extends readonly PositionalSpec[]> = {
  flags: FlagValues<Flags>;
  positionals: PositionalValues<Positionals>;
  io: Io;
  /** Aborted by Ctrl+C, a closed output pipe or the end of --timeout. The command should finish its files and stop. */
  signal: AbortSignal;
  /** What a command with --comment leaves for CI. */
  ci: Ci;
};

/** Filled by the command as soon as it knows. `silent`: nothing was run, such as with --dry-run. */
export type Ci = {
  /** The command whose results these are, if another one: a resumed session is updated in the comment of `play`. */
  command?: string;
  /** Of the marker: from the command line, before anything can be refused. */
  name?: string;
  report?: CiReport;
  silent?: boolean;
};

type CommandDefinition<Flags extends FlagSpecs, Positionals extends readonly PositionalSpec[]> = {
  name: string;
  summary: string;
  /** Replaces the generated usage line, without the leading `rehearse <name>`. */
  usage?: string;
  /** Paragraphs separated by empty lines. The help wraps them. */
  description?: string;
  args?: { positionals: Positionals };
  flags?: Flags;
  /** Former flags and the flag to use now, both as typed: `{ settings: "config" }`. A former flag is refused. */
  renamed?: Readonly<Record<string, string>>;
  examples: readonly [Example, ...Example[]];
  /** It runs until a signal ends it: that is no interruption, and its exit code counts. */
  endsBySignal?: true;
  /** Ends with an exit code where 0 would be wrong, such as 1 for a gate that failed. */
  run(context: RunContext<Flags, Positionals>): Promise<ExitCode | 0 | void>;
};

/** A definition without its specific flag types, which only `run` needs. */
export type Command = Omit<
  CommandDefinition<FlagSpecs, readonly PositionalSpec[]>,
  "args" | "flags" | "run"
> & {
  positionals: readonly PositionalSpec[];
  flags: FlagSpecs;
  /** Of a declared operation, which has its own schema. */
  parse?(args: readonly string[]): { flags: Record<string, unknown>; positionals: string[] };
  helpText?(style: { bold: (text: string) => string; asTyped: (text: string) => string }): string;
  run(context: {
    flags: Readonly<Record<string, unknown>>;
    positionals: readonly string[];
    io: Io;
    signal: AbortSignal;
    ci: Ci;
  }): Promise<ExitCode | 0 | void>;
};

/** One line of the table of commands. The module is loaded only when the command is called. */
export type CommandEntry = {
  name: string;
  group?: "Play" | "Check" | "Workspace";
  summary: string;
  load: () => Promise<{ default: Command }>;
};

export function defineCommand<
  const Flags extends FlagSpecs = Record<never, never>,
  const Positionals extends readonly PositionalSpec[] = readonly [],
>(definition: CommandDefinition<Flags, Positionals>): Command {
  const { args, flags, ...rest } = definition;
  const positionals: readonly PositionalSpec[] = args?.positionals ?? [];
  for (const [index, { name, required, variadic }] of positionals.entries()) {
    // Arguments are assigned from the left: any other order would be ambiguous.
    if (variadic && index < positionals.length - 1)
      throw new Error(`${rest.name}: <${name}> is variadic, but not last`);
    if (required && index > 0 && !positionals[index - 1]!.required) {
      throw new Error(`${rest.name}: <${name}> is required, but follows an optional argument`);
    }
  }
  for (const name of Object.keys(flags ?? {})) {
    if (name in globalFlags) throw new Error(`${rest.name}: --${name} is a flag of every command`);
  }
  return { ...rest, positionals, flags: flags ?? {} } as Command;
}

type Described = {
  help: string;
  /** The name of the value in the help: `--budget USD`. */
  value?: string;
  required?: boolean;
};

/** `--json`, `--no-json`. With `default: true` the help shows `--no-json`. */
type BooleanFlag = { type: "boolean"; help: string; default?: boolean };
/** `optionalValue` is what the bare flag stands for: `--one-key` is then `--one-key=auto`. */
export type StringFlag = Described & { type: "string"; default?: string; optionalValue?: string };
export type NumberFlag = Described & {
  type: "number" | "integer";
  default?: number;
  min?: number;
  max?: number;
};
/** Comma-separated and repeatable; empty if not given. `whole`: repeatable only, since a path may contain a comma. */
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

/** `90s`, `15m`, `1h30m`; the value is in milliseconds. */
export type DurationFlag = Described & { type: "duration"; default?: number };

export type FlagSpec = BooleanFlag | StringFlag | NumberFlag | ListFlag | ChoiceFlag | DurationFlag;
type FlagSpecs = Readonly<Record<string, FlagSpec>>;

type One<F> = F extends { choices: readonly (infer Choice)[] }
  ? Choice
  : F extends { type: "number" | "integer" | "duration" }
    ? number
    : string;

/** A flag is `undefined` only if it was not given and has no default. */
type FlagValue<F> = F extends { type: "boolean" }
  ? boolean
  : F extends { type: "list" }
    ? readonly One<F>[]
    : F extends { required: true } | { default: string | number }
      ? One<F>
      : One<F> | undefined;

type FlagValues<Flags extends FlagSpecs> = { readonly [Name in keyof Flags]: FlagValue<Flags[Name]> };

/** These work with every command, so no command may declare them. */
export const globalFlags = {
  help: { type: "boolean", help: "Show help for rehearse or for a command." },
  trace: { type: "boolean", help: "Show where an error came from." },
} as const satisfies FlagSpecs;

export { kebab };

export function valueName(spec: Exclude<FlagSpec, BooleanFlag>): string {
  if (spec.value) return spec.value;
  const names = {
    string: "TEXT",
    number: "N",
    integer: "N",
    list: "A,B",
    choice: "NAME",
    duration: "DURATION",
  };
  return names[spec.type];
}
