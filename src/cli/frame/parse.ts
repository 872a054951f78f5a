/** What was typed, by option. Unknown options are refused here; the schema checks the values. */
import { didYouMean, HarnessError, kebab } from "../../kernel/errors/index.ts";
import type { OptionSpec } from "../../operations/option-spec.ts";
import type { Command } from "./command.ts";
import { argumentsLine, valueName } from "./option-help.ts";

// Not imported: see io.ts.
const { parseArgs } = process.getBuiltinModule("node:util");

export type Typed = Pick<Command, "name" | "options" | "arguments">;

/** Flags of every command, which the frame has already read. */
const GLOBAL = ["help", "trace"];

export function parseOptions(command: Typed, args: readonly string[]): Record<string, unknown> {
  const flags = command.options.filter(({ name }) => !command.arguments.includes(name));
  const byFlag = new Map(flags.map((spec) => [kebab(spec.name), spec]));
  // Not strict, because Node's errors name no remedy. The tokens are checked below.
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries([...byFlag].map(([name, spec]) => [name, { type: takesValue(spec) }])),
      ...Object.fromEntries(GLOBAL.map((name) => [name, { type: "boolean" as const }])),
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given: Record<string, unknown> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option" || GLOBAL.includes(token.name)) continue;
    const { spec, isNegated } = found(token, { command, byFlag, typed: args[token.index]! });
    const before = given[spec.name];
    if (before !== undefined && spec.kind !== "list")
      throw wrong(spec, `${flagOf(spec)} was given more than once.`, "Give it once.");
    const value = spec.kind === "boolean" ? booleanOf(token, spec, isNegated) : valueOf(token, spec);
    given[spec.name] = Array.isArray(before) ? [...before, ...(value as string[])] : value;
  }
  return { ...given, ...argumentsIn(words, command) };
}

type Token = { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined };

/** A flag with an optional value takes it only after `=`. Otherwise it would swallow the next argument. */
const takesValue = ({ kind, bare }: OptionSpec): "boolean" | "string" =>
  kind === "boolean" || bare !== undefined ? "boolean" : "string";

function found(
  { name, rawName }: Token,
  { command, byFlag, typed }: { command: Typed; byFlag: ReadonlyMap<string, OptionSpec>; typed: string },
): { spec: OptionSpec; isNegated: boolean } {
  // A short flag never stands for the long flag of the same letter.
  const isLong = rawName.startsWith("--");
  const plain = isLong ? byFlag.get(name) : undefined;
  if (plain) return { spec: plain, isNegated: false };
  const positive = isLong && name.startsWith("no-") ? byFlag.get(name.slice(3)) : undefined;
  if (positive?.kind === "boolean") return { spec: positive, isNegated: true };
  const written = typed.split("=", 1)[0]!;
  const asked = written.replace(/^-+/, "");
  const close = closest(asked, byFlag).map((flag) => `--${flag}`);
  const hint = close.length === 0 ? "" : ` Did you mean ${close.join(" or ")}?`;
  throw new HarnessError({
    code: "unknown-option",
    option: asked,
    message: `Unknown flag ${written}.${hint}`,
    remedy: `rehearse ${command.name} --help lists the flags.`,
  });
}

/** In a command with several models, --model means one of their flags. */
function closest(asked: string, byFlag: ReadonlyMap<string, OptionSpec>): string[] {
  const models = [...byFlag].flatMap(([name, { value }]) => (value === "MODEL" ? [name] : []));
  return asked === "model" ? models : didYouMean(asked, [...byFlag.keys(), ...GLOBAL]);
}

function booleanOf({ value }: Token, spec: OptionSpec, isNegated: boolean): boolean {
  if (value === undefined) return !isNegated;
  throw wrong(
    spec,
    `${flagOf(spec)} takes no value, but was given "${value}".`,
    `Write ${flagOf(spec)} alone.`,
  );
}

function valueOf({ value, inlineValue }: Token, spec: OptionSpec): unknown {
  const text = value ?? spec.bare ?? "";
  // `--story --json` is a forgotten value; `--seed -3` and `--out -` are not.
  const isFlag = !inlineValue && value !== undefined && /^-./.test(text) && !isNumber(text);
  const items = spec.kind === "list" ? itemsOf(text, spec) : [text];
  if (text === "" || isFlag || items.length === 0)
    throw wrong(
      spec,
      `${flagOf(spec)} needs a value: ${flagOf(spec)} ${valueName(spec)}.`,
      isFlag
        ? `It was followed by ${text}. A value that begins with a dash is written ${flagOf(spec)}=VALUE.`
        : spec.description,
    );
  if (spec.duration) return durationOf(text, spec);
  if (spec.kind === "list") return items;
  return spec.kind === "number" || spec.kind === "integer" ? numberOf(text) : text;
}

function itemsOf(text: string, spec: OptionSpec): string[] {
  const items = spec.whole ? [text] : text.split(",");
  return items.map((item) => item.trim()).filter((item) => item !== "");
}

// Stricter than Number(), which accepts "", " 3 " and "0x10".
const isNumber = (text: string): boolean => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);

/** The schema says what is wrong with a text that is not a number. */
const numberOf = (text: string): number | string => (isNumber(text) ? Number(text) : text);

/** Timers cannot wait longer than 24.8 days. */
const LONGEST_MS = 24 * 86_400_000;

function durationOf(text: string, spec: OptionSpec): number {
  const parts =
    /^(?=\d)(?:(?<d>\d+)d)?(?:(?<h>\d+)h)?(?:(?<m>\d+)m(?:in)?)?(?:(?<s>\d+)s)?$/.exec(text)?.groups ?? {};
  const { d = 0, h = 0, m = 0, s = 0 } = parts;
  const ms = 1_000 * (Number(s) + 60 * (Number(m) + 60 * (Number(h) + 24 * Number(d))));
  if (ms >= 1_000 && ms <= LONGEST_MS) return ms;
  const flag = flagOf(spec);
  throw wrong(
    spec,
    Object.values(parts).every((part) => part === undefined)
      ? `${flag} needs a duration, not "${text}".`
      : `${flag} must be between 1s and 24d, not ${text}.`,
    `Write a number with its unit: ${flag} 90s, ${flag} 15m, ${flag} 1h30m.`,
  );
}

function argumentsIn(words: readonly string[], command: Typed): Record<string, unknown> {
  const specs = command.arguments.map((name) => command.options.find((option) => option.name === name)!);
  const last = specs.at(-1);
  const extra = last?.kind === "list" ? undefined : words[specs.length];
  if (extra !== undefined)
    throw new HarnessError({
      code: "unknown-option",
      message: `Unexpected argument "${extra}": rehearse ${command.name} takes ${argumentsLine(specs) || "no arguments"}.`,
      remedy: `Values belong to a flag, and one with spaces needs quotes. rehearse ${command.name} --help shows examples.`,
    });
  const missing = specs.find(({ required }, at) => required && words[at] === undefined);
  if (missing)
    throw new HarnessError({
      code: "missing-option",
      option: missing.name,
      message: `<${kebab(missing.name)}> is missing.`,
      remedy: `Usage: rehearse ${command.name} ${argumentsLine(specs)}. rehearse ${command.name} --help shows examples.`,
    });
  return Object.fromEntries(
    specs.flatMap((spec, at) =>
      words[at] === undefined ? [] : [[spec.name, spec.kind === "list" ? words.slice(at) : words[at]]],
    ),
  );
}

const flagOf = ({ name }: OptionSpec): string => `--${kebab(name)}`;

const wrong = ({ name }: OptionSpec, message: string, remedy: string): HarnessError =>
  new HarnessError({ code: "bad-value", option: name, message, remedy });
