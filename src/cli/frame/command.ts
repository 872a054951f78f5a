/**
 * A command as data, so that parsing, help and the reference cannot disagree. Operations become commands in
 * cli/operation; what lives on the terminal only is declared with plainCommand.
 */
import type { ExitCode } from "../../kernel/errors/index.ts";
import type { CiReport } from "../../kernel/report/index.ts";
import type { OptionSpec } from "../../operations/option-spec.ts";
import type { Io } from "./io.ts";

export const groups = ["Play", "Check", "Workspace"] as const;
export type Group = (typeof groups)[number];

export type Command = {
  /** As it is typed: `play`, `matrix merge`. */
  name: string;
  summary: string;
  /** Paragraphs separated by empty lines. The help wraps them. */
  description?: string | undefined;
  /** In the order of the help. The arguments are among them. */
  options: readonly OptionSpec[];
  /** The options that are arguments, in their order. The last may be a list. */
  arguments: readonly string[];
  examples: ReadonlyArray<{ command: string; does: string }>;
  /** It runs until a signal ends it: that is no interruption, and its exit code counts. */
  endsBySignal?: true | undefined;
  /** Ends with an exit code where 0 would be wrong, such as 1 for a gate that failed. */
  run(context: CommandContext): Promise<ExitCode | 0 | void>;
};

export type CommandContext = {
  /** The options that were typed. Their values are not checked yet. */
  given: Readonly<Record<string, unknown>>;
  io: Io;
  /** Aborted by Ctrl+C, a closed output pipe or the end of --timeout. The command should finish its files and stop. */
  signal: AbortSignal;
  ci: Ci;
};

/** What a command with --comment leaves for CI, as soon as it knows. `silent`: nothing was run, such as with --dry-run. */
export type Ci = {
  /** The command whose results these are, if another one: a resumed session updates the comment of `play`. */
  command?: string | undefined;
  /** Of title and marker: from the command line, before anything can be refused. */
  name?: string | undefined;
  report?: CiReport | undefined;
  silent?: boolean | undefined;
};

/** One line of the table of commands. The module is loaded only when the command is called. */
export type CommandEntry = { name: string; group: Group; summary: string; load(): Promise<Command> };
