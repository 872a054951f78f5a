/** What a schema says about one option: for flags, help, reference pages and forms. */
import { z } from "zod";
import type { Settings } from "../contract/index.ts";
import type { SpecialOptions } from "../kernel/errors/index.ts";
import type { Declaration, InputSchema } from "./declaration.ts";

/** Beside `description` and `examples`, an option's `meta` may have these. */
export type OptionMeta = {
  description: string;
  /** The name of the value in the help: `--budget USD`. */
  value?: string;
  /** `common`: an option of many operations, listed apart. */
  section?: "common";
  /** The name of such a text, or its path. */
  content?: "story" | "prompt";
  /** The setting that it overrides. */
  setting?: keyof Settings;
  /** A list whose items may contain a comma: the flag is repeated instead. */
  whole?: true;
  /** What the flag stands for without a value: `--answers` is then `--answers=auto`. */
  bare?: string;
  /** A length of time on the terminal: 90s, 15m, 1h30m. */
  duration?: true;
  /** What the library takes besides text: content, or a function. */
  also?: string;
};

export type OptionSpec = OptionMeta & {
  /** As the declaration and the library spell it. */
  name: string;
  kind: "boolean" | "number" | "integer" | "text" | "list";
  choices?: readonly string[] | undefined;
  min?: number | undefined;
  max?: number | undefined;
  default?: unknown;
  required: boolean;
};

type JsonSchema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  default?: unknown;
} & Partial<OptionMeta>;

/** The options of an operation, in the order of their declaration. */
export function optionsOf(input: InputSchema): OptionSpec[] {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const required = schema.required ?? [];
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, property]) => ({
    description: "",
    ...property,
    ...shapeOf(property),
    name,
    required: required.includes(name),
  }));
}

/** How an operation's options are spelled in texts. */
export const specialOptions = ({
  input,
  arguments: named,
}: Pick<Declaration, "input" | "arguments">): SpecialOptions => ({
  arguments: named ?? [],
  lists: optionsOf(input)
    .filter(({ kind }) => kind === "list")
    .map(({ name }) => name),
});

function shapeOf(schema: JsonSchema): Pick<OptionSpec, "kind" | "choices" | "min" | "max"> {
  const { type, anyOf, items, minimum: min, maximum: max } = schema;
  if (type === "boolean") return { kind: "boolean" };
  // A flag is text: where an option also takes an object or a function, only the library can give it.
  if (anyOf) return anyOf.some((each) => each.type === "string") ? { kind: "text" } : shapeOf(anyOf[0]!);
  if (type === "array") return { kind: "list", choices: choicesOf(items ?? {}) };
  // Zod writes the bounds of safe integers, which say nothing.
  if (type === "integer") return { kind: "integer", min: bound(min), max: bound(max) };
  if (type === "number") return { kind: "number", min, max };
  return { kind: "text", choices: choicesOf(schema) };
}

const choicesOf = ({ enum: choices }: JsonSchema): string[] | undefined => choices?.map(String);

const bound = (limit: number | undefined): number | undefined =>
  limit === undefined || Math.abs(limit) === Number.MAX_SAFE_INTEGER ? undefined : limit;
