/** Positional arguments: checks them, and writes the usage line. */
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import type { Command, PositionalSpec } from "./command.ts";

/** Checks count and values. `bareFlag` was given without its optional value: a stray word is probably that value. */
export function readPositionals(command: Command, words: string[], bareFlag?: string): string[] {
  const { positionals } = command;
  const last = positionals.at(-1);
  const single = positionals.filter(({ variadic }) => !variadic);
  const most = single.length + (last?.variadic ? (last.max ?? Number.POSITIVE_INFINITY) : 0);
  const extra = words[most];
  if (extra !== undefined) throw extraArgument(command, extra, bareFlag);

  const missing = single.find(({ required }, index) => required && words[index] === undefined);
  if (missing) throw missingArgument(command, `<${missing.name}> is missing.`);
  if (last?.variadic) {
    const least = leastOf(last);
    const got = Math.max(0, words.length - single.length);
    if (got < least)
      throw missingArgument(
        command,
        least === 1
          ? `<${last.name}> is missing.`
          : `${command.name} needs at least ${least} <${last.name}>, got ${got}.`,
      );
  }
  for (const [index, { choices }] of single.entries()) {
    const word = words[index];
    if (word !== undefined && choices && !choices.includes(word)) throw unknownValue(word, choices, command);
  }
  return words;
}

/** `<dir> <dir>... [flags]`, as the usage line and the errors show it. */
export function argumentsLine(positionals: readonly PositionalSpec[]): string {
  return positionals.map(written).join(" ");
}

function written(spec: PositionalSpec): string {
  const { name, variadic, required } = spec;
  if (!variadic) return required ? `<${name}>` : `[${name}]`;
  const least = leastOf(spec);
  if (least === 0) return `[${name}...]`;
  return `${`<${name}> `.repeat(least).trimEnd()}...`;
}

function leastOf({ min, required }: PositionalSpec): number {
  return Math.max(min ?? 0, required ? 1 : 0);
}

function extraArgument({ name, positionals }: Command, extra: string, bareFlag?: string): HarnessError {
  const takes = positionals.length === 0 ? "takes no arguments" : `takes ${argumentsLine(positionals)}`;
  const remedy = bareFlag
    ? `To give ${bareFlag} a value, write ${bareFlag}=${extra}.`
    : `Put quotes around an argument with spaces. rehearse ${name} --help shows examples.`;
  return new HarnessError({
    code: "unknown-option",
    message: `Unexpected argument "${extra}": rehearse ${name} ${takes}.`,
    remedy,
  });
}

function unknownValue(word: string, choices: readonly string[], { name }: Command): HarnessError {
  return new HarnessError({
    code: "unknown-name",
    message:
      `Unknown argument "${word}" of ${name}. Known: ${choices.join(", ")}. ${suggestion(word, choices)}`.trimEnd(),
    remedy: `rehearse ${name} --help shows examples.`,
  });
}

function missingArgument({ name, positionals }: Command, message: string): HarnessError {
  const remedy = `Usage: rehearse ${name} ${argumentsLine(positionals)}. rehearse ${name} --help shows examples.`;
  return new HarnessError({ code: "missing-option", message, remedy });
}
