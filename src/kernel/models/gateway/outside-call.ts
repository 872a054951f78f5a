import { z } from "zod";
import { estimateTokens } from "../catalog/index.ts";
import type { Ask } from "./call.ts";
import { InvalidReplyError } from "./failures.ts";
import type { Work } from "./work.ts";

/** A question to somebody's own system. It goes through the same door, so that journal, limits, retries and resume hold for it too. */
export type OutsideAsk<Schema extends z.ZodType> = Ask & {
  /** Plain JSON: what is asked, and what the call's identity is made of. */
  request: unknown;
  schema: Schema;
  /** Asks once. Throws an APICallError for an HTTP status. */
  send(request: unknown, signal: AbortSignal): Promise<unknown>;
};

export function outsideWork<Schema extends z.ZodType>({ request, schema, send, model }: OutsideAsk<Schema>): Work<z.output<Schema>> {
  return {
    facts: { kind: "outside", model: model.label, request, schema: z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) },
    inputTokens: estimateTokens(JSON.stringify(request)),
    prepare: () => Promise.resolve(),
    perform: async (_attempt, signal) => {
      const answer = await send(request, signal);
      const text = JSON.stringify(answer) ?? "";
      const { success, error } = schema.safeParse(answer);
      if (!success) throw new InvalidReplyError({ model: model.label, text, problem: `it does not keep the contract: ${z.prettifyError(error)}`, usage: {} });
      return { stored: answer, usage: {}, outputText: text };
    },
    read: (stored) => schema.parse(stored),
  };
}
