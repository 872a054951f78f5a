import { z } from "zod";
import { story } from "../../contract/index.ts";
import { suggestion } from "../../kernel/errors/index.ts";

type Issue = z.core.$ZodIssue;

/** Every problem with a guide's shape, in its author's words: with ids in place of numbers, and what is expected. */
export function explainShape({ issues }: z.ZodError, guide: unknown): string[] {
  return issues.flatMap((issue) =>
    problems(issue, guide).map((problem) => `${placeOf(issue.path, guide)}: ${problem}`),
  );
}

function problems(issue: Issue, guide: unknown): string[] {
  const given = issue.path.reduce<unknown>(step, guide);
  switch (issue.code) {
    case "invalid_type":
      return [
        given === undefined
          ? `missing (expected ${kinds[issue.expected] ?? issue.expected})`
          : `expected ${kinds[issue.expected] ?? issue.expected}, found ${shown(given)}`,
      ];
    case "too_small":
      return [
        issue.origin === "array"
          ? `at least ${issue.minimum} needed, found ${count(given)}`
          : "empty (expected text)",
      ];
    case "too_big":
      return [
        issue.origin === "array"
          ? `at most ${issue.maximum} allowed, found ${count(given)}`
          : `at most ${issue.maximum.toLocaleString("en")} characters allowed, found ${String(given).length.toLocaleString("en")}`,
      ];
    case "invalid_value": {
      const allowed = issue.values.map((value) => JSON.stringify(value)).join(", ");
      const expected = issue.values.length === 1 ? allowed : `one of ${allowed}`;
      if (given === undefined) return [`missing (expected ${expected})`];
      const near = typeof given === "string" ? suggestion(given, issue.values.map(String)) : "";
      return [`${shown(given)} is not ${expected}. ${near}`.trimEnd()];
    }
    case "unrecognized_keys":
      return issue.keys.map((key) =>
        `unknown field "${key}". ${suggestion(key, fieldsAt(issue.path))}`.trimEnd(),
      );
    default:
      return [issue.path.length === 0 ? issue.message : `${shown(given)}: ${issue.message}`];
  }
}

const kinds: Record<string, string> = {
  object: "an object { … }",
  array: "a list [ … ]",
  record: "an object { … }",
  string: "text",
  number: "a number",
};

const step = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
const count = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

type Schema = { properties?: Record<string, Schema>; additionalProperties?: Schema; items?: Schema };

/** The fields that a part of a guide has. */
function fieldsAt(path: readonly PropertyKey[]): string[] {
  let schema: Schema | undefined = z.toJSONSchema(story, { io: "input" }) as Schema;
  for (const key of path)
    schema = schema?.properties?.[String(key)] ?? schema?.items ?? schema?.additionalProperties;
  return Object.keys(schema?.properties ?? {});
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const singular: Record<string, string> = {
  pulses: "pulse",
  npcs: "NPC",
  locations: "location",
  devices: "device",
  endings: "ending",
  options: "option",
};

/** `pulse "the-bus", choice, option 2`: parts of a list by their id, or counted from one. */
function placeOf(path: readonly PropertyKey[], guide: unknown): string {
  const words: string[] = [];
  let value = guide;
  for (const [index, key] of path.entries()) {
    const list = value;
    value = step(value, key);
    if (!Array.isArray(list)) {
      // The list itself is named with its part, where one follows.
      if (Array.isArray(value) && index < path.length - 1) continue;
      words.push(String(key));
      continue;
    }
    const name = String(path[index - 1] ?? "part");
    const id = step(value, "id");
    words.push(`${singular[name] ?? name} ${typeof id === "string" ? `"${id}"` : Number(key) + 1}`);
  }
  return words.join(", ") || "the guide";
}
