/** The command-line frame: parsing, help, output, interrupts. */
export type { Ci, Command, CommandContext, CommandEntry } from "./command.ts";
export type { Io } from "./io.ts";
export { runCli } from "./run-cli.ts";
export { terminalText } from "./terminal-text.ts";
export { verdictText } from "./verdict-text.ts";
