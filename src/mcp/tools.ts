/** The operations that an assistant may call, as tools: their names, descriptions and JSON schemas. */
import { z } from "zod";
import { type Call, type OptionStyle, spellOptions, toolCall, typedCommand } from "../kernel/errors/index.ts";
import type { Declaration, InputSchema } from "../operations/declaration.ts";
import { type Entry, operations } from "../operations/declared.ts";
import "../operations/library.ts";

export type Tool = {
  name: string;
  /** With the defaults of what is not offered. */
  declaration: Declaration;
  offered: InputSchema;
  /** It may call models, so a budget is required, and it can take long. */
  pays: boolean;
  /** Its answers may quote sessions. */
  quotes: boolean;
  listed: { name: string; description: string; inputSchema: JsonSchema & { type: "object" } };
};

type JsonSchema = Record<string, unknown>;

/**
 * Settings are code, recordings stand for models, and only the owner says which narrators may be used. A text to paste is
 * longer than an answer may be. The rest decides nothing: where files go, how many run at once, how results are printed.
 */
const HIDDEN = words("config record recording allowNarrator forLlm out concurrency rubric variation");
const HIDDEN_OF: Readonly<Record<string, ReadonlySet<string>>> = {
  replay: words("times finding judge"),
  resume: words("narrator"),
  report: words("archive"),
  matrix: words("shard baseline"),
  observe: words("findings classifier"),
  check: words("save verbose failuresOnly fresh patternType testBanks"),
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

const view = {
  view: z.enum(["public", "author"]).default("public").meta({
    description: "author: also what only some players were told. Only if you work for the author.",
  }),
};

export const loadTools = (): Promise<Tool[]> =>
  Promise.all(operations.map(toolOf)).then((tools) => tools.filter((tool) => tool !== undefined));

async function toolOf({ name, group, summary, load }: Entry): Promise<Tool | undefined> {
  const whole = await load();
  if (!whole.surfaces?.includes("mcp")) return undefined;
  const options = Object.entries(whole.input.shape);
  const isHidden = (option: string) => HIDDEN.has(option) || HIDDEN_OF[name]?.has(option) === true;
  const shape = Object.fromEntries(options.filter(([option]) => !isHidden(option)));
  const usual = Object.fromEntries(
    options.filter(([option, type]) => isHidden(option) && type instanceof z.ZodDefault),
  );
  const pays = "budget" in shape;
  const quotes = group === "Play";
  if (pays) shape["budget"] = requiredBudget;
  // Where nothing is private, `view` is unknown like any other option.
  const offered = z.strictObject(quotes ? { ...shape, ...view } : shape);
  return {
    name,
    declaration: { ...whole, input: z.strictObject({ ...shape, ...usual }) },
    offered,
    pays,
    quotes,
    listed: {
      name,
      description: `${summary}.${pays ? " May call paid models: needs a budget." : " Free."}`,
      inputSchema: { type: "object", ...schemaOf(offered) },
    },
  };
}

const requiredBudget = z
  .number()
  .positive()
  .meta({ description: "The most it may cost in USD, resumes included.", setting: "budget" });

export const schemaOf = (input: InputSchema): JsonSchema =>
  tidied(z.toJSONSchema(input, { io: "input", unrepresentable: "any" })) as JsonSchema;

/** What only help pages use, and what an error says if it matters. */
const USELESS = words(
  "$schema value content section setting whole bare duration also minLength maxLength minItems pattern additionalProperties",
);

function tidied(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidied);
  if (typeof schema === "string") return spellOptions(schema, { options: "json", call: toolCall });
  if (typeof schema !== "object" || schema === null) return schema;
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !USELESS.has(key) && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER)
      .map(([key, value]) => [key, tidied(value)]),
  );
  // An alternative without a schema is a function, or another value that JSON cannot hold.
  const given = (anyOf as JsonSchema[] | undefined)?.filter((each) => Object.keys(each).length > 0) ?? [];
  // What an arm changes is typed as a list of words, and given as an object.
  const forTools = given.some(({ type }) => type === "object")
    ? given.filter(({ type }) => type !== "array")
    : given;
  return forTools.length > 1 ? { ...rest, anyOf: forTools } : { ...forTools[0], ...rest };
}

type Caller = {
  tools: readonly Tool[];
  from?: Readonly<Record<string, unknown>>;
  isPublic?: boolean | undefined;
};

/** A call that the tool accepts: with the caller's budget and view. Undefined: no tool does all of it. */
export function completeCall(
  { operation, input }: Call,
  { tools, from, isPublic }: Caller,
): Call | undefined {
  const tool = tools.find(({ name }) => name === operation);
  if (!tool) return undefined;
  const budget = tool.pays ? (input["budget"] ?? from?.["budget"] ?? 1) : undefined;
  const seen = tool.quotes && isPublic === false ? "author" : undefined;
  const lacks = (option: string) => input[option] !== undefined && !(option in tool.offered.shape);
  return Object.keys(input).some(lacks) ? undefined : { operation, input: { ...input, budget, view: seen } };
}

/** How errors and notes name options and calls. What has no tool is for a shell. */
export const toolStyle = (tools: readonly Tool[]): OptionStyle => ({
  options: "json",
  call: (call: Call) => {
    const complete = completeCall(call, { tools });
    return complete ? toolCall(complete) : `\`${typedCommand(call)}\` in a shell`;
  },
});
