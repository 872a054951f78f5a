/** What is wrong with a value of a file, in plain words. A schema's own message is kept. */
import { z } from "zod";
import { didYouMean } from "../errors/index.ts";

/** `schema` and `given` are of the whole file: they tell the known fields, and the wrong value. */
export function issueText(
  issue: z.core.$ZodIssue,
  { schema, given }: { schema?: z.ZodType | undefined; given?: unknown } = {},
): string {
  const { code, message } = issue;
  if (code === "unrecognized_keys") {
    const known = schema ? fieldsAt(schema, issue.path) : [];
    const fields = issue.keys.map((key) => {
      const close = didYouMean(key, known);
      return JSON.stringify(key) + (close.length === 0 ? "" : ` (did you mean ${close.join(" or ")}?)`);
    });
    return `unknown field ${fields.join(", ")}`;
  }
  if (code === "too_small" && message.startsWith("Too small: ")) {
    const { minimum, origin, inclusive } = issue;
    if (origin === "array" && minimum > 1) return `needs at least ${minimum} items`;
    if (origin === "array" || origin === "string") return "must not be empty";
    return `must be ${inclusive === false ? "more than" : "at least"} ${minimum}`;
  }
  if (code === "too_big" && message.startsWith("Too big: ")) return `must be at most ${issue.maximum}`;
  const isOwn = !/^Invalid (input|option): expected /.test(message);
  if (isOwn || (code !== "invalid_type" && code !== "invalid_value")) return message;
  const expected =
    code === "invalid_type"
      ? typeInWords(issue.expected)
      : issue.values.map((value) => JSON.stringify(value)).join(" or ");
  const value = issue.path.reduce(step, given);
  const received = /received (\w+)$/.exec(message)?.[1];
  if (value === undefined && received === "undefined") return `missing (expected ${expected})`;
  const found = value === undefined ? received && typeInWords(received) : shown(value);
  return found === undefined ? `expected ${expected}` : `expected ${expected}, found ${found}`;
}

/** `given`: what was checked, to show what came instead. */
export const firstIssues = (
  { issues }: z.ZodError,
  known: { schema?: z.ZodType; given?: unknown } = {},
): string =>
  issues
    .slice(0, 5)
    .map((issue) => [...(issue.path.length === 0 ? [] : [issue.path.join(".")]), issueText(issue, known)])
    .map((words) => words.join(": "))
    .join("; ");

export const typeInWords = (type: string): string => TYPES[type] ?? type;

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  array: "a list",
  object: "an object",
  record: "an object",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
};

const step = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;

type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema;
  items?: JsonSchema;
  /** The first of them; the other one is null. */
  anyOf?: JsonSchema[];
};

/** Converted once: a large file may have one problem thousands of times. */
const converted = new WeakMap<z.ZodType, JsonSchema>();

/** The fields of the object at a path. */
export function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const whole =
    converted.get(schema) ?? (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
  converted.set(schema, whole);
  let at: JsonSchema | undefined = whole;
  for (const key of path) {
    at = at?.properties?.[String(key)] ?? at?.items ?? at?.additionalProperties;
    at = at?.anyOf?.[0] ?? at;
  }
  return Object.keys(at?.properties ?? {});
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
