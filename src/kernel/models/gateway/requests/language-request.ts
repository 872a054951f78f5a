import { z } from "zod";
import { firstIssues } from "../../../store/index.ts";
import { estimateTokens } from "../../catalog/index.ts";
import type { Performed, GatewayRequest, RequestContext } from "../call.ts";
import { InvalidReplyError } from "../failures/failures.ts";
import { generate, type Generated, sdk } from "./generate.ts";
import { promptFacts, promptTokens, type PromptAsk } from "./prompt.ts";

const storedReply = z.object({
  text: z.string(),
  finish: z.string(),
  model: z.string(),
  /** What an embedded model planted on purpose: ground truth for tests, absent for all other models. */
  truth: z.unknown().optional(),
});
export type TextReply = z.infer<typeof storedReply>;

export function textRequest(ask: PromptAsk, context: RequestContext): GatewayRequest<TextReply> {
  return {
    facts: { kind: "text", ...promptFacts(ask) },
    inputTokens: promptTokens(ask),
    prepare: () => Promise.all([sdk(), context.models.language(ask.model)]),
    perform: async ({ call: { maxOutput }, correction }, signal) => {
      const made = await generate({ ask, ...context, maxOutput, signal, correction });
      if (made.text.trim() === "") throw invalid(made, emptyBecause(made.finish));
      return performed(
        made,
        made.truth === undefined ? { text: made.text } : { text: made.text, truth: made.truth },
      );
    },
    read: (stored) => storedReply.parse(stored),
  };
}

export type ObjectAsk<Schema extends z.ZodType> = PromptAsk & { schema: Schema };
export type ObjectReply<Value> = { object: Value; finish: string; model: string };

const storedObject = z.object({ object: z.unknown(), finish: z.string(), model: z.string() });

export function objectRequest<Schema extends z.ZodType>(
  ask: ObjectAsk<Schema>,
  context: RequestContext,
): GatewayRequest<ObjectReply<z.output<Schema>>> {
  const { schema } = ask;
  const { json, text } = jsonSchemaOf(schema);
  return {
    facts: { kind: "object", ...promptFacts(ask), schema: json },
    // The schema is sent with the request, and counted as input like the rest of it.
    inputTokens: promptTokens(ask) + estimateTokens(text),
    prepare: () => Promise.all([sdk(), context.models.language(ask.model)]),
    perform: async ({ call: { maxOutput }, correction }, signal) => {
      const made = await generate({ ask, ...context, maxOutput, signal, correction, schema });
      const read = readObject(made.text, schema);
      if (!read.ok)
        throw invalid(
          made,
          made.finish === "length" ? `it was cut at ${maxOutput} tokens, so ${read.problem}` : read.problem,
        );
      return performed(made, { object: read.json });
    },
    read: (stored) => {
      const { object, ...rest } = storedObject.parse(stored);
      return { object: schema.parse(object), ...rest };
    },
  };
}

/** Built once per schema: a large one takes milliseconds, and every call of a kind uses the same one. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const found = jsonSchemas.get(schema);
  if (found) return found;
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const made = { json, text: JSON.stringify(json) };
  jsonSchemas.set(schema, made);
  return made;
}
type JsonSchema = { json: object; text: string };
const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();

const performed = ({ text, finish, model, usage, cost }: Generated, value: object): Performed => ({
  stored: { ...value, finish, model },
  usage,
  cost,
  outputText: text,
});

const invalid = ({ model, text, finish, usage, cost }: Generated, problem: string) =>
  new InvalidReplyError({
    model,
    text,
    problem,
    remedy: finish === "length" ? "Raise the role's maxOutput, or choose another model." : undefined,
    usage,
    cost,
  });

function emptyBecause(finish: string): string {
  if (finish === "length") return "it was empty: its tokens were used up before it began to answer.";
  if (finish === "content-filter") return "it was empty: the provider's content filter stopped it.";
  return "it was empty.";
}

type ReadObject = { ok: true; json: unknown } | { ok: false; problem: string };

/** The JSON value in a reply, checked against its schema. Code fences and words around it are ignored, nothing else. */
function readObject(text: string, schema: z.ZodType): ReadObject {
  const json = parse(text.trim()) ?? parse(fenced(text)) ?? parse(braced(text));
  if (json === undefined)
    return { ok: false, problem: text.trim() === "" ? "it was empty." : "it was not JSON." };
  const { success, error } = schema.safeParse(json.value);
  return success
    ? { ok: true, json: json.value }
    : { ok: false, problem: `it did not fit the schema: ${firstIssues(error)}.` };
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

const fenced = (text: string): string => /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1] ?? "";

/** From the first bracket to the last: what most models mean when they add a sentence. */
function braced(text: string): string {
  const begin = text.search(/[{[]/);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return begin >= 0 && end > begin ? text.slice(begin, end + 1) : "";
}
