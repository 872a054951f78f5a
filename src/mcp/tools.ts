/** The operations that an assistant may call, as tools: their names, descriptions and JSON schemas. */
import { z } from "zod";
import { spellOptions } from "../kernel/errors/index.ts";
import type { Declaration, InputSchema } from "../operations/declaration.ts";
import { type Entry, operations } from "../operations/declared.ts";
import "../operations/library.ts";

export type Tool = {
  name: string;
  declaration: Declaration;
  /** It may call models, so a budget is required, and it can take long. */
  pays: boolean;
  /** Its answers may quote sessions. */
  quotes: boolean;
  listed: { name: string; description: string; inputSchema: JsonSchema & { type: "object" } };
};

type JsonSchema = Record<string, unknown>;

/**
 * Settings are code, recordings stand for models, and only the owner says which narrators may be used. A text to paste is
 * longer than an answer may be.
 */
const HIDDEN: ReadonlySet<string> = new Set("config record recording onMiss allowNarrator forLlm".split(" "));

export const viewInput = z.strictObject({
  view: z.enum(["public", "author"]).default("public").meta({
    description:
      "author: also what only some players were told, and the reader's own words. Only if the person you work for is the author.",
  }),
});

export const loadTools = (): Promise<Tool[]> =>
  Promise.all(operations.map(toolOf)).then((tools) => tools.filter((tool) => tool !== undefined));

async function toolOf({ name, group, summary, load }: Entry): Promise<Tool | undefined> {
  const whole = await load();
  if (!whole.surfaces?.includes("mcp")) return undefined;
  const shape = Object.fromEntries(
    Object.entries(whole.input.shape).filter(([option]) => !HIDDEN.has(option)),
  );
  const pays = "budget" in shape;
  const quotes = group === "Play";
  if (pays) shape["budget"] = requiredBudget;
  const declaration = { ...whole, input: z.strictObject(shape) };
  const shown = quotes ? z.strictObject({ ...shape, ...viewInput.shape }) : declaration.input;
  return {
    name,
    declaration,
    pays,
    quotes,
    listed: {
      name,
      description: `${summary}.${pays ? " May call paid models: needs a budget." : " Free."}`,
      inputSchema: { type: "object", ...schemaOf(shown) },
    },
  };
}

const requiredBudget = z
  .number()
  .positive()
  .meta({ description: "The most it may cost, in USD. The house cast costs nothing." });

export const schemaOf = (input: InputSchema): JsonSchema =>
  tidied(z.toJSONSchema(input, { io: "input", unrepresentable: "any" })) as JsonSchema;

/** What only help pages use, and what says nothing. */
const USELESS: ReadonlySet<string> = new Set(
  "$schema value section setting whole bare duration also minLength".split(" "),
);

function tidied(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidied);
  if (typeof schema === "string") return spellOptions(schema, "property");
  if (typeof schema !== "object" || schema === null) return schema;
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !USELESS.has(key) && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER)
      .map(([key, value]) => [key, tidied(value)]),
  );
  // An alternative without a schema is a function, or another value that JSON cannot hold.
  const given = (anyOf as JsonSchema[] | undefined)?.filter((each) => Object.keys(each).length > 0) ?? [];
  return given.length > 1 ? { ...rest, anyOf: given } : { ...given[0], ...rest };
}

export const camel = (flag: string): string =>
  flag.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
