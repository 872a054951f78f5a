/** The command-line frame: parsing, help, output, interrupts. */
export { defineCommand, kebab, type Ci, type Command, type CommandEntry, type FlagSpec } from "./command.ts";
export type { Io } from "./io.ts";
export { runCli } from "./run-cli.ts";
export { table, terminalText } from "./terminal-text.ts";
export { verdictText } from "./verdict-text.ts";
export { exampleSection, type HelpStyle, labelled, sections, sentence, wrap } from "./help.ts";
export { UnknownFlagError } from "./unknown-flag.ts";
