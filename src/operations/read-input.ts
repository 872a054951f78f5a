/** Checks what a caller gave against a declaration. A wrong option is one error, the same on every surface. */
import type { z } from "zod";
import { didYouMean, HarnessError, optionText, suggestion } from "../kernel/errors/index.ts";
import type { InputSchema } from "./declaration.ts";
import { typeInWords } from "../kernel/store/index.ts";
import { type OptionSpec, optionsOf } from "./option-spec.ts";

type Read<Schema extends InputSchema> = {
  name: string;
  input: Schema;
  /** A remedy shows a value from them. */
  examples?: ReadonlyArray<{ input: Readonly<Record<string, unknown>> }>;
};

export function readInput<Schema extends InputSchema>(
  declaration: Read<Schema>,
  given: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const parsed = declaration.input.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues;
  const unknown = issues.find((issue) => issue.code === "unrecognized_keys" && issue.path.length === 0);
  throw unknown?.code === "unrecognized_keys"
    ? unknownOption(declaration.name, unknown.keys[0]!, optionNames(declaration))
    : wrongValue(declaration, issues[0]!, given);
}

const optionNames = ({ input }: Read<InputSchema>): string[] => optionsOf(input).map(({ name }) => name);

export function unknownOption(operation: string, asked: string, known: readonly string[]): HarnessError {
  const option = shortened(asked);
  return new HarnessError({
    code: "unknown-option",
    option,
    message: `Unknown option ${option} of ${operation}. ${suggestion(option, known)}`.trimEnd(),
    remedy: known.length === 0 ? "Remove it." : `Known: ${known.join(", ")}.`,
  });
}

/** Refuses options that would have no effect. `why` begins the sentence: what they are beside. */
export function refuseIdle(given: Readonly<Record<string, unknown>>, why: string, instead?: string): void {
  const idle = Object.keys(given).filter((name) => given[name] !== undefined);
  if (idle.length === 0) return;
  const names = idle
    .map((name) => (given[name] === false ? optionText(name, false) : optionText(name)))
    .join(" and ");
  throw new HarnessError({
    code: "bad-combination",
    option: idle[0],
    message: `${why}: ${names} ${idle.length === 1 ? "does" : "do"} not apply.`,
    remedy: [`Remove ${names}.`, instead ?? []].flat().join(" "),
  });
}

type Issue = z.core.$ZodIssue;

function wrongValue(
  declaration: Read<InputSchema>,
  issue: Issue,
  given: Readonly<Record<string, unknown>>,
): HarnessError {
  const { path, problem } = deepest(issue);
  const [first, ...inner] = path.map(String);
  const name = first ?? "";
  const spec = optionsOf(declaration.input).find((option) => option.name === name);
  const isMissing = inner.length === 0 && issue.input === undefined;
  // A position in a list says nothing to somebody who typed it: the value does.
  const at = inner.every((each) => /^\d+$/.test(each)) ? "" : ` (${inner.join(".")})`;
  return new HarnessError({
    code: isMissing ? "missing-option" : "bad-value",
    option: name,
    message: isMissing
      ? `${declaration.name} needs ${optionText(name)}.`
      : problemText(problem, { option: `${optionText(name)}${at}`, name, spec }),
    remedy: spec
      ? remedyText(declaration, { spec, given: given[name], problem })
      : "See the reference of this operation.",
  });
}

type Wrong = { spec: OptionSpec; given: unknown; problem: Issue };

/** The name that was meant, the numbers that are accepted, or else what the option is; with an example. */
function remedyText(declaration: Read<InputSchema>, { spec, given, problem }: Wrong): string {
  const { name, kind, choices = [] } = spec;
  const [meant] = typeof problem.input === "string" ? didYouMean(problem.input, choices) : [];
  if (meant !== undefined) return `Write ${optionText(name, kind === "list" ? [meant] : meant)}.`;
  const isNumber = kind === "number" || kind === "integer";
  const says = isNumber ? `Give a number${rangeText(spec)}.` : spec.description;
  return [says, exampleText(declaration, spec, given)].flat().join(" Example: ");
}

function rangeText({ min, max }: OptionSpec): string {
  if (min === undefined) return "";
  return max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`;
}

/** The option with a value that is accepted: from the examples of the operation, or by its kind. Empty: none is known. */
function exampleText({ examples = [] }: Read<InputSchema>, spec: OptionSpec, given: unknown): string | [] {
  const { name, also } = spec;
  if (also?.startsWith("`{") && isObject(given)) return `${optionText(name)}: ${also.replaceAll("`", "")}`;
  const example = exampleValue({ examples }, spec);
  // What was refused is no example.
  const isRefused = !isObject(given) && String(example) === String(given);
  return example === undefined || isRefused ? [] : optionText(name, example);
}

function exampleValue({ examples = [] }: Pick<Read<InputSchema>, "examples">, spec: OptionSpec): unknown {
  const { name, choices, kind, min } = spec;
  const shown = examples.map(({ input }) => input[name]).find((each) => each !== undefined);
  if (shown !== undefined) return shown;
  if (kind === "boolean") return true;
  if (kind === "number" || kind === "integer") return spec.default ?? min ?? 1;
  // A list may need two. The first may stand for all.
  return spec.default ?? (kind === "list" ? choices?.slice(-2) : choices?.[0]);
}

/** What cannot be typed. */
const isObject = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (!Array.isArray(value) || value.some((each) => typeof each === "object" && each !== null));

/** Of the alternatives of a union, the one that fits longest is meant. */
function deepest(issue: Issue): { path: PropertyKey[]; problem: Issue } {
  const inner = issue.code === "invalid_union" ? issue.errors.flat() : [];
  const [best] = inner.map(deepest).toSorted((a, b) => b.path.length - a.path.length);
  return best && best.path.length > 0
    ? { path: [...issue.path, ...best.path], problem: best.problem }
    : { path: issue.path, problem: issue };
}

type Place = {
  /** As the sentence begins. */
  option: string;
  name: string;
  spec: OptionSpec | undefined;
};

/** What is wrong with a value, in a sentence. */
function problemText(issue: Issue, { option, name, spec }: Place): string {
  const given = shown(issue.input);
  const expected =
    issue.code === "invalid_type"
      ? typeInWords(spec?.kind === "integer" ? "int" : issue.expected)
      : undefined;
  if (issue.input === undefined) return `${option} is missing.`;
  switch (issue.code) {
    case "too_small":
      return issue.origin === "array"
        ? `${option} must not be an empty list.`
        : issue.origin === "string"
          ? `${option} must not be empty.`
          : `${option} must be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}, not ${given}.`;
    case "too_big":
      return issue.origin === "string"
        ? `${option} must have at most ${issue.maximum} characters.`
        : `${option} must be at most ${issue.maximum}, not ${given}.`;
    case "invalid_value": {
      const known = issue.values.map(String);
      const among = known.length === 1 ? known[0] : `one of ${known.join(", ")}`;
      const near = typeof issue.input === "string" ? suggestion(issue.input, known) : "";
      return `${option} must be ${among}, not ${given}. ${near}`.trimEnd();
    }
    case "unrecognized_keys":
      return `${option} does not know the field "${issue.keys[0]}".`;
    case "invalid_type":
      return `${option} must be ${expected}, not ${given}.`;
    case "invalid_union":
      return `${option} does not accept ${given}.`;
    default:
      // A check of our own, as the end of the sentence.
      return typeof issue.input === "string"
        ? `${optionText(name, shortened(issue.input))} ${issue.message}`
        : `${option} ${issue.message}`;
  }
}

/** Long values say nothing. */
const LONGEST = 60;

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value === "string") return JSON.stringify(shortened(value));
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  return Array.isArray(value) ? "a list" : `an ${typeof value}`;
}
