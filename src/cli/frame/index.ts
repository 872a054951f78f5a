export { runCli, type RunCliOptions } from "./run-cli.ts";
export { defineCommand, type Command, type CommandEntry } from "./command.ts";
export { kebab, type FlagSpec } from "./flag-spec.ts";
export type { Io } from "./io.ts";
export type { Progress } from "./progress.ts";
export { table } from "./table.ts";
export { terminalText } from "./terminal-text.ts";
