/** Strict parsing: anything that a command did not declare is an error with a remedy. */
import { didYouMean, HarnessError, suggestion } from "../../kernel/errors/index.ts";
import {
  globalFlags,
  kebab,
  valueName,
  type ChoiceFlag,
  type Command,
  type DurationFlag,
  type FlagSpec,
  type ListFlag,
  type NumberFlag,
  type StringFlag,
} from "./command.ts";
import { readPositionals } from "./positionals.ts";
import { UnknownFlagError } from "./unknown-flag.ts";

// Not imported: see io.ts.
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

  // Not strict, because Node's errors name no remedy. The tokens are checked below.
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
    const { name, spec, flag, negated } = resolve(token, {
      command,
      declared,
      typed: args[token.index]!,
      helpHint,
    });
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

/** A flag with an optional value takes it only after `=`. Otherwise it would swallow the next argument. */
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
  {
    command,
    declared,
    typed,
    helpHint,
  }: { command: Command; declared: Map<string, Declared>; typed: string; helpHint: string },
) {
  // A short flag never stands for the long flag of the same letter.
  const long = token.rawName.startsWith("--");
  const plain = long ? declared.get(token.name) : undefined;
  if (plain) return { ...plain, flag: `--${token.name}`, negated: false };
  const positive = long && token.name.startsWith("no-") ? declared.get(token.name.slice(3)) : undefined;
  if (positive?.spec.type === "boolean") return { ...positive, flag: `--${token.name}`, negated: true };

  const written = typed.split("=", 1)[0]!;
  const asked = written.replace(/^-+/, "");
  const now = Object.hasOwn(command.renamed ?? {}, asked) ? command.renamed![asked] : undefined;
  if (now !== undefined)
    throw new HarnessError({
      code: "unknown-option",
      message: `${written} is now --${now}.`,
      remedy: `Write --${now} instead of ${written}. ${helpHint}`,
    });
  throw new UnknownFlagError({
    command: command.name,
    written,
    close: closest(asked, declared),
    known: [...declared.keys()],
  });
}

/** In a command with several models, --model means one of their flags. */
function closest(asked: string, declared: ReadonlyMap<string, Declared>): string[] {
  const models = [...declared].filter(([, { spec }]) => spec.type !== "boolean" && spec.value === "MODEL");
  const names = asked === "model" ? models.map(([name]) => name) : didYouMean(asked, [...declared.keys()]);
  return names;
}

function textOf(
  token: OptionToken,
  { spec, flag, helpHint }: { spec: FlagSpec; flag: string; helpHint: string },
): string | undefined {
  if (spec.type === "boolean") {
    if (token.value === undefined) return undefined;
    const message = `${flag} takes no value, but was given "${token.value}".`;
    throw new HarnessError({ code: "bad-value", message, remedy: `Write ${flag} alone. ${helpHint}` });
  }
  const text = token.value ?? optionalValue(spec);
  if (text === undefined || text === "") throw missingValue(flag, spec, helpHint);
  // `--story --json` is a forgotten value; `--seed -3` and `--out -` are not.
  if (!token.inlineValue && token.value !== undefined && /^-./.test(text) && !looksNumeric(text)) {
    throw missingValue(flag, spec, `If the value begins with a dash, write ${flag}=${text}. ${helpHint}`);
  }
  return text;
}

function missingValue(flag: string, spec: ValueFlag, remedy: string): HarnessError {
  return new HarnessError({
    code: "bad-value",
    message: `${flag} needs a value: ${flag} ${valueName(spec)}.`,
    remedy,
  });
}

function missingFlag(flag: string, spec: ValueFlag, remedy: string): HarnessError {
  return new HarnessError({
    code: "missing-option",
    message: `${flag} ${valueName(spec)} is missing.`,
    remedy,
  });
}

function repeated(flag: string, remedy: string): HarnessError {
  return new HarnessError({
    code: "bad-value",
    message: `${flag} was given more than once.`,
    remedy: `Give it once. ${remedy}`,
  });
}

type ValueFlag = StringFlag | NumberFlag | ListFlag | ChoiceFlag | DurationFlag;

function readFlagValue(spec: ValueFlag, given: { flag: string; text: string; helpHint: string }): unknown {
  switch (spec.type) {
    case "string":
      return isPath(spec) ? readPath(given) : given.text;
    case "number":
    case "integer":
      return readNumber(spec, given);
    case "duration":
      return readDuration(given);
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

/** The limits of common file systems for one name and for a whole path. */
const LONGEST_NAME = 255;
const LONGEST_PATH = 4_095;

/** Long paths are refused before the first call, since some commands write only at their end. */
function readPath({ flag, text }: Given): string {
  const name = text.split(/[/\\]/).find((part) => Buffer.byteLength(part) > LONGEST_NAME);
  if (name !== undefined)
    throw badValue(
      `${flag}: the name "${name.slice(0, 40)}…" is ${Buffer.byteLength(name)} bytes long; the maximum is ${LONGEST_NAME}.`,
      "Choose a shorter name.",
    );
  if (Buffer.byteLength(text) > LONGEST_PATH)
    throw badValue(
      `${flag}: the path "${text.slice(0, 40)}…" is ${Buffer.byteLength(text)} bytes long; the maximum is ${LONGEST_PATH}.`,
      "Choose a shorter path.",
    );
  return text;
}

// Stricter than Number(), which accepts "", " 3 " and "0x10".
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

/** Timers cannot wait longer than 24.8 days. */
const LONGEST_MS = 24 * 86_400_000;

function readDuration({ flag, text }: Given): number {
  const { d, h, m, s } =
    /^(?=\d)(?:(?<d>\d+)d)?(?:(?<h>\d+)h)?(?:(?<m>\d+)m(?:in)?)?(?:(?<s>\d+)s)?$/.exec(text)?.groups ?? {};
  const ms = [
    [d, 86_400_000] as const,
    [h, 3_600_000] as const,
    [m, 60_000] as const,
    [s, 1_000] as const,
  ].reduce((sum, [count, unit]) => sum + Number(count ?? 0) * unit, 0);
  const example = `Write a number with its unit: ${flag} 90s, ${flag} 15m, ${flag} 1h30m.`;
  if ([d, h, m, s].every((count) => count === undefined))
    throw badValue(`${flag} needs a duration, not "${text}".`, example);
  if (ms < 1_000 || ms > LONGEST_MS)
    throw badValue(`${flag} must be between 1s and 24d, not ${text}.`, example);
  return ms;
}

function readChoice(choices: readonly string[], { flag, text, helpHint }: Given): string {
  if (choices.includes(text)) return text;
  const known = `Unknown value "${text}" for ${flag}. Known: ${choices.join(", ")}.`;
  throw badValue(`${known} ${suggestion(text, choices)}`.trimEnd(), helpHint);
}

function badValue(message: string, remedy: string): HarnessError {
  return new HarnessError({ code: "bad-value", message, remedy });
}
