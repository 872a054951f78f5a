/** Strict parsing: what a command did not declare is an error with a way out, never a guess. */
import { didYouMean, HarnessError, suggestion } from "../../kernel/errors/index.ts";
import {
  globalFlags,
  kebab,
  valueName,
  type ChoiceFlag,
  type Command,
  type FlagSpec,
  type ListFlag,
  type NumberFlag,
  type StringFlag,
} from "./command.ts";
import { readPositionals } from "./positionals.ts";

// Not imported, for the same reason as in io.ts.
const { parseArgs } = process.getBuiltinModule("node:util");

type Parsed = { flags: Record<string, unknown>; positionals: string[] };

type Declared = { name: string; spec: FlagSpec };
type Token = NonNullable<ReturnType<typeof parseArgs>["tokens"]>[number];
type OptionToken = Extract<Token, { kind: "option" }>;

export function parse(command: Command, args: readonly string[]): Parsed {
  const declared = new Map<string, Declared>();
  for (const [name, spec] of Object.entries({ ...command.flags, ...globalFlags }))
    declared.set(kebab(name), { name, spec });
  const helpHint = `rehearse ${command.name} --help lists the flags.`;

  // Not strict: node's own errors would not say what to do. The tokens are judged below instead.
  const options = Object.fromEntries(
    [...declared].map(([flag, { spec }]) => [flag, { type: argKind(spec) }]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });

  const given = new Map<string, unknown>();
  const words: string[] = [];
  let bareFlag: string | undefined;
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, spec, flag, negated } = resolve(token, { declared, typed: args[token.index]!, helpHint });
    if (given.has(name) && spec.type !== "list") throw repeated(flag, helpHint);
    const text = textOf(token, { spec, flag, helpHint });
    if (spec.type === "boolean") given.set(name, !negated);
    else {
      const value = readFlagValue(spec, { flag, text: text!, helpHint });
      if (Array.isArray(value) && value.length === 0) throw missingValue(flag, spec, helpHint);
      given.set(
        name,
        spec.type === "list" ? [...((given.get(name) as string[]) ?? []), ...(value as string[])] : value,
      );
      if (token.value === undefined) bareFlag = flag;
    }
  }

  const flags: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(command.flags)) {
    const value = given.has(name) ? given.get(name) : whenAbsent(spec);
    if (value === undefined && spec.type !== "boolean" && spec.required)
      throw missingFlag(`--${kebab(name)}`, spec, helpHint);
    flags[name] = value;
  }
  return { flags, positionals: readPositionals(command, words, bareFlag) };
}

/** A flag whose value is optional takes one only after `=`, or it would swallow the next argument. */
function argKind(spec: FlagSpec): "boolean" | "string" {
  return spec.type === "boolean" || optionalValue(spec) !== undefined ? "boolean" : "string";
}

function optionalValue(spec: FlagSpec): string | undefined {
  return "optionalValue" in spec ? spec.optionalValue : undefined;
}

function whenAbsent(spec: FlagSpec): unknown {
  if (spec.type === "boolean") return spec.default ?? false;
  if (spec.type === "list" && !spec.required) return spec.default ?? [];
  return spec.default;
}

function resolve(
  token: OptionToken,
  { declared, typed, helpHint }: { declared: Map<string, Declared>; typed: string; helpHint: string },
) {
  // A short flag never stands for the long flag of the same letter.
  const long = token.rawName.startsWith("--");
  const plain = long ? declared.get(token.name) : undefined;
  if (plain) return { ...plain, flag: `--${token.name}`, negated: false };
  const positive = long && token.name.startsWith("no-") ? declared.get(token.name.slice(3)) : undefined;
  if (positive?.spec.type === "boolean") return { ...positive, flag: `--${token.name}`, negated: true };

  const written = typed.split("=", 1)[0]!;
  const close = didYouMean(written.replace(/^-+/, ""), [...declared.keys()]).map((name) => `--${name}`);
  const hint = close.length === 0 ? "" : ` Did you mean ${close.join(" or ")}?`;
  throw new HarnessError({
    code: "unknown-flag",
    message: `Unknown flag ${written}.${hint}`,
    remedy: helpHint,
  });
}

function textOf(
  token: OptionToken,
  { spec, flag, helpHint }: { spec: FlagSpec; flag: string; helpHint: string },
): string | undefined {
  if (spec.type === "boolean") {
    if (token.value === undefined) return undefined;
    const message = `${flag} takes no value, but was given "${token.value}".`;
    throw new HarnessError({ code: "unexpected-value", message, remedy: `Write ${flag} alone. ${helpHint}` });
  }
  const text = token.value ?? optionalValue(spec);
  if (text === undefined || text === "") throw missingValue(flag, spec, helpHint);
  // `--story --json` is a forgotten value; `--seed -3` and `--out -` are not.
  if (!token.inlineValue && token.value !== undefined && /^-./.test(text) && !looksNumeric(text)) {
    throw missingValue(flag, spec, `A value that begins with a dash is written ${flag}=${text}. ${helpHint}`);
  }
  return text;
}

function missingValue(flag: string, spec: ValueFlag, remedy: string): HarnessError {
  return new HarnessError({
    code: "missing-value",
    message: `${flag} needs a value: ${flag} ${valueName(spec)}.`,
    remedy,
  });
}

function missingFlag(flag: string, spec: ValueFlag, remedy: string): HarnessError {
  return new HarnessError({ code: "missing-flag", message: `${flag} ${valueName(spec)} is needed.`, remedy });
}

function repeated(flag: string, remedy: string): HarnessError {
  return new HarnessError({
    code: "repeated-flag",
    message: `${flag} was given more than once.`,
    remedy: `Give it once. ${remedy}`,
  });
}

/** Turns the text behind a flag into its value, or says what was wrong with that text. */
type ValueFlag = StringFlag | NumberFlag | ListFlag | ChoiceFlag;

function readFlagValue(spec: ValueFlag, given: { flag: string; text: string; helpHint: string }): unknown {
  switch (spec.type) {
    case "string":
      return isPath(spec) ? readPath(given) : given.text;
    case "number":
    case "integer":
      return readNumber(spec, given);
    case "choice":
      return readChoice(spec.choices, given);
    case "list":
      return (spec.whole ? [given.text] : given.text.split(","))
        .map((item) => item.trim())
        .filter((item) => item !== "")
        .map((text) => {
          if (spec.choices) return readChoice(spec.choices, { ...given, text });
          return isPath(spec) ? readPath({ ...given, text }) : text;
        });
  }
}

type Given = { flag: string; text: string; helpHint: string };

const isPath = ({ value }: { value?: string }) => value === "DIR" || value === "FILE";

/** What no file system takes as the name of one file or folder, or as a whole path. */
const LONGEST_NAME = 255;
const LONGEST_PATH = 4_095;

/** Refused here, before anything is paid for: some commands write only at their end. */
function readPath({ flag, text }: Given): string {
  const name = text.split(/[/\\]/).find((part) => Buffer.byteLength(part) > LONGEST_NAME);
  if (name !== undefined)
    throw badValue(
      `${flag}: the name "${name.slice(0, 40)}…" is ${Buffer.byteLength(name)} bytes long; file systems take at most ${LONGEST_NAME}.`,
      "Choose a shorter name.",
    );
  if (Buffer.byteLength(text) > LONGEST_PATH)
    throw badValue(
      `${flag}: the path "${text.slice(0, 40)}…" is ${Buffer.byteLength(text)} bytes long; at most ${LONGEST_PATH} work.`,
      "Choose a shorter path.",
    );
  return text;
}

// Stricter than Number(), which takes "", " 3 " and "0x10".
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function looksNumeric(text: string): boolean {
  return decimal.test(text);
}

function readNumber({ type, min, max }: NumberFlag, { flag, text, helpHint }: Given): number {
  const value = looksNumeric(text) ? Number(text) : Number.NaN;
  const wanted = type === "integer" ? "a whole number" : "a number";
  const fits = type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (!fits) throw badValue(`${flag} needs ${wanted}, not "${text}".`, helpHint);
  if (min !== undefined && value < min)
    throw badValue(`${flag} must be at least ${min}, not ${text}.`, helpHint);
  if (max !== undefined && value > max)
    throw badValue(`${flag} must be at most ${max}, not ${text}.`, helpHint);
  return value;
}

function readChoice(choices: readonly string[], { flag, text, helpHint }: Given): string {
  if (choices.includes(text)) return text;
  const known = `${flag} cannot be "${text}". Known: ${choices.join(", ")}.`;
  throw badValue(`${known} ${suggestion(text, choices)}`.trimEnd(), helpHint);
}

function badValue(message: string, remedy: string): HarnessError {
  return new HarnessError({ code: "bad-value", message, remedy });
}
