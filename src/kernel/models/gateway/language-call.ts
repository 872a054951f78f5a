import { z } from "zod";
import { estimateTokens } from "../catalog/index.ts";
import type { Performed } from "./call.ts";
import { InvalidReplyError } from "./failures.ts";
import { generate, type Generated } from "./generate.ts";
import { promptFacts, promptTokens, type PromptAsk } from "./prompt.ts";
import { readObject } from "./read-object.ts";
import { lasting } from "./request-hash.ts";
import { sdk } from "./sdk.ts";
import type { Work, WorkContext } from "./work.ts";

const storedReply = z.object({
  text: z.string(),
  finish: z.string(),
  model: z.string(),
  /** What an embedded model planted on purpose: ground truth for tests, absent for every other model. */
  truth: z.unknown().optional(),
});
export type TextReply = z.infer<typeof storedReply>;

export function textWork(ask: PromptAsk, context: WorkContext): Work<TextReply> {
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

export function objectWork<Schema extends z.ZodType>(
  ask: ObjectAsk<Schema>,
  context: WorkContext,
): Work<ObjectReply<z.output<Schema>>> {
  const { schema } = ask;
  const { json, tokens } = jsonSchemaOf(schema);
  return {
    facts: { kind: "object", ...promptFacts(ask), schema: json },
    // The schema is sent with the request, and counted as input like the rest of it.
    inputTokens: promptTokens(ask) + tokens,
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

/** Made once per schema, since every call of a kind brings the same one. */
const jsonSchemas = new WeakMap<z.ZodType, { json: object; tokens: number }>();

function jsonSchemaOf(schema: z.ZodType): { json: object; tokens: number } {
  const found = jsonSchemas.get(schema);
  if (found) return found;
  const json = lasting(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  const made = { json, tokens: estimateTokens(JSON.stringify(json)) };
  jsonSchemas.set(schema, made);
  return made;
}

const performed = ({ text, finish, model, usage, cost }: Generated, value: object): Performed => ({
  stored: { ...value, finish, model },
  usage,
  cost,
  outputText: text,
});

const invalid = ({ model, text, usage, cost }: Generated, problem: string) =>
  new InvalidReplyError({ model, text, problem, usage, cost });

function emptyBecause(finish: string): string {
  if (finish === "length") return "it was empty: its tokens were used up before it began to answer.";
  if (finish === "content-filter") return "it was empty: the provider's content filter stopped it.";
  return "it was empty.";
}
