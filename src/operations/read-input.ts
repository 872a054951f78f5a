/** Checks what a caller gave against a declaration. A wrong option is one error, the same on every surface. */
import type { z } from "zod";
import { HarnessError, optionText, suggestion } from "../kernel/errors/index.ts";
import type { InputSchema } from "./declaration.ts";
import { type OptionSpec, optionsOf } from "./option-spec.ts";

export function readInput<Schema extends InputSchema>(
  { name: operation, input: schema }: { name: string; input: Schema },
  given: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues;
  const unknown = issues.find((issue) => issue.code === "unrecognized_keys");
  if (unknown) throw unknownOption(operation, unknown.keys[0]!, schema);
  throw wrongValue(issues[0]!, { operation, schema });
}

function unknownOption(operation: string, asked: string, schema: InputSchema): HarnessError {
  const known = optionsOf(schema).map(({ name }) => name);
  return new HarnessError({
    code: "unknown-option",
    option: asked,
    message: `Unknown option ${asked} of ${operation}. ${suggestion(asked, known)}`.trimEnd(),
    remedy: `Known: ${known.join(", ")}.`,
  });
}

type Issue = z.core.$ZodIssue;

function wrongValue(
  issue: Issue,
  { operation, schema }: { operation: string; schema: InputSchema },
): HarnessError {
  const { path, problem } = deepest(issue);
  const [first, ...inner] = path.map(String);
  const name = first ?? "";
  const spec = optionsOf(schema).find((option) => option.name === name);
  const isMissing = inner.length === 0 && issue.input === undefined;
  // A position in a list says nothing to somebody who typed it: the value does.
  const at = inner.every((each) => /^\d+$/.test(each)) ? "" : ` (${inner.join(".")})`;
  const example = spec?.value === undefined ? "" : ` ${optionText(name, spec.value)}.`;
  return new HarnessError({
    code: isMissing ? "missing-option" : "bad-value",
    option: name,
    message: isMissing
      ? `${operation} needs ${optionText(name)}.`
      : `${optionText(name)}${at} ${problemOf(problem, spec)}`,
    remedy: spec ? `${spec.description}${isMissing ? example : ""}` : "See the reference of this operation.",
  });
}

/** Of the alternatives of a union, the one that fits longest is meant. */
function deepest(issue: Issue): { path: PropertyKey[]; problem: Issue } {
  const inner = issue.code === "invalid_union" ? issue.errors.flat() : [];
  const [best] = inner.map(deepest).toSorted((a, b) => b.path.length - a.path.length);
  return best && best.path.length > 0
    ? { path: [...issue.path, ...best.path], problem: best.problem }
    : { path: issue.path, problem: issue };
}

/** What is wrong with a value, as the rest of a sentence. */
function problemOf(issue: Issue, spec: OptionSpec | undefined): string {
  const given = shown(issue.input);
  switch (issue.code) {
    case "too_small":
      return issue.origin === "array"
        ? `needs at least ${issue.minimum}.`
        : issue.origin === "string"
          ? "must not be empty."
          : `must be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}, not ${given}.`;
    case "too_big":
      return issue.origin === "array"
        ? `takes at most ${issue.maximum}.`
        : `must be at most ${issue.maximum}, not ${given}.`;
    case "invalid_value": {
      const known = issue.values.map(String);
      return `must be one of ${known.join(", ")}, not ${given}. ${suggestion(String(issue.input), known)}`.trimEnd();
    }
    case "invalid_type":
      return `must be ${TYPES[spec?.kind === "integer" ? "int" : issue.expected] ?? issue.expected}, not ${given}.`;
    case "invalid_union":
      return `does not accept ${given}.`;
    default:
      // A check of our own, as the end of the sentence.
      return issue.message;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  int: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** Long values say nothing. */
const LONGEST = 60;

function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value === "string" && value.length <= LONGEST) return JSON.stringify(value);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? `${JSON.stringify(value.slice(0, LONGEST))}…` : `an ${typeof value}`;
}
