import { z } from "zod";
import type { Performed } from "./call.ts";
import { InvalidReplyError } from "./failures.ts";
import { generate, type Generated } from "./generate.ts";
import { promptFacts, promptTokens, type PromptAsk } from "./prompt.ts";
import { readObject } from "./read-object.ts";
import type { Work, WorkContext } from "./work.ts";

const storedReply = z.object({ text: z.string(), finish: z.string(), model: z.string() });
export type TextReply = z.infer<typeof storedReply>;

export function textWork(ask: PromptAsk, { providers, seed }: WorkContext): Work<TextReply> {
  return {
    facts: { kind: "text", ...promptFacts(ask) },
    inputTokens: promptTokens(ask),
    perform: async ({ call: { maxOutput }, correction }, signal) => {
      const made = await generate({ ask, providers, maxOutput, seed, signal, correction });
      if (made.text.trim() === "") throw invalid(made, emptyBecause(made.finish));
      return performed(made, { text: made.text });
    },
    read: (stored) => storedReply.parse(stored),
  };
}

export type ObjectAsk<Schema extends z.ZodType> = PromptAsk & { schema: Schema };
export type ObjectReply<Value> = { object: Value; finish: string; model: string };

const storedObject = z.object({ object: z.unknown(), finish: z.string(), model: z.string() });

export function objectWork<Schema extends z.ZodType>(ask: ObjectAsk<Schema>, { providers, seed }: WorkContext): Work<ObjectReply<z.output<Schema>>> {
  const { schema } = ask;
  return {
    facts: { kind: "object", ...promptFacts(ask), schema: z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) },
    inputTokens: promptTokens(ask),
    perform: async ({ call: { maxOutput }, correction }, signal) => {
      const made = await generate({ ask, providers, maxOutput, seed, signal, correction, schema });
      const read = readObject(made.text, schema);
      if (!read.ok) throw invalid(made, made.finish === "length" ? `it was cut at ${maxOutput} tokens, so ${read.problem}` : read.problem);
      return performed(made, { object: read.json });
    },
    read: (stored) => {
      const { object, ...rest } = storedObject.parse(stored);
      return { object: schema.parse(object), ...rest };
    },
  };
}

const performed = ({ text, finish, model, usage, cost }: Generated, value: object): Performed => ({
  stored: { ...value, finish, model },
  usage,
  cost,
  outputText: text,
});

const invalid = ({ model, text, usage, cost }: Generated, problem: string) => new InvalidReplyError({ model, text, problem, usage, cost });

function emptyBecause(finish: string): string {
  if (finish === "length") return "it was empty: its tokens were used up before it began to answer.";
  if (finish === "content-filter") return "it was empty: the provider's content filter stopped it.";
  return "it was empty.";
}
