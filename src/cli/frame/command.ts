/**
 * A command is a declaration: its flags and arguments are data, so that help, parsing and types cannot disagree.
 *
 *     export default defineCommand({
 *       name: "cost",
 *       summary: "What a run folder cost",
 *       args: { positionals: [{ name: "dir", help: "The run folder.", required: true }] },
 *       flags: { json: { type: "boolean", help: "Print one JSON document." } },
 *       examples: [{ command: "rehearse cost runs/2", does: "Add up one run." }],
 *       run: async ({ flags, positionals: [dir], io }) => { … },
 *     });
 */
import type { ExitCode } from "../../kernel/errors/index.ts";
import { globalFlags, type FlagSpecs, type FlagValues } from "./flag-spec.ts";
import type { Io } from "./io.ts";

export type PositionalSpec = {
  name: string;
  help: string;
  required?: boolean;
  /** Takes all that is left; only the last one can. `min` and `max` count its values. */
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

export type RunContext<Flags extends FlagSpecs, Positionals extends readonly PositionalSpec[]> = {
  flags: FlagValues<Flags>;
  positionals: PositionalValues<Positionals>;
  io: Io;
  /** Aborted by Ctrl+C, or when nobody reads the output any more: stop soon, leaving whole files. */
  signal: AbortSignal;
};

export type CommandDefinition<Flags extends FlagSpecs, Positionals extends readonly PositionalSpec[]> = {
  name: string;
  /** One line, for the list of commands. */
  summary: string;
  /** Replaces the usage line that follows from the arguments; one or more lines, without the leading `rehearse <name>`. */
  usage?: string;
  /** Paragraphs, separated by an empty line; wrapped by the help. */
  description?: string;
  args?: { positionals: Positionals };
  flags?: Flags;
  examples: readonly [Example, ...Example[]];
  /** Ends with an exit code where 0 would be wrong, such as 1 for a gate that failed. */
  run(context: RunContext<Flags, Positionals>): Promise<ExitCode | 0 | void>;
};

/** What the frame works with: a definition whose own types have served their purpose. */
export type Command = Omit<
  CommandDefinition<FlagSpecs, readonly PositionalSpec[]>,
  "args" | "flags" | "run"
> & {
  positionals: readonly PositionalSpec[];
  flags: FlagSpecs;
  run(context: {
    flags: Readonly<Record<string, unknown>>;
    positionals: readonly string[];
    io: Io;
    signal: AbortSignal;
  }): Promise<ExitCode | 0 | void>;
};

/** One line of the table of commands; the module behind it is loaded only when the command is called. */
export type CommandEntry = { name: string; summary: string; load: () => Promise<{ default: Command }> };

export function defineCommand<
  const Flags extends FlagSpecs = Record<never, never>,
  const Positionals extends readonly PositionalSpec[] = readonly [],
>(definition: CommandDefinition<Flags, Positionals>): Command {
  const { args, flags, ...rest } = definition;
  const positionals: readonly PositionalSpec[] = args?.positionals ?? [];
  for (const [index, { name, required, variadic }] of positionals.entries()) {
    // Arguments are handed out from the left, so only these orders have one reading.
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
