import { z } from "zod";
import { HarnessError } from "../../errors/index.ts";
import { valueWithoutSecrets } from "../../secrets/index.ts";
import { estimateTokens } from "../catalog/index.ts";
import type { Ask } from "./call.ts";
import { InvalidReplyError } from "./failures.ts";
import { outsideFailure } from "./outside-failure.ts";
import type { Work } from "./work.ts";

/** A question to somebody's own system. It goes through the same door, so that journal, limits, retries and resume hold for it too. */
export type OutsideAsk<Schema extends z.ZodType> = Ask & {
  /** Plain JSON: what is asked, and what the call's identity is made of. */
  request: unknown;
  /** The part of the request that counts as input where the system has a price; all of it where absent. */
  counted?: string;
  schema: Schema;
  /** What its owner can do where it does not keep the contract. */
  remedy: string;
  /** Asks once. Throws an APICallError for an HTTP status. */
  send(request: unknown, signal: AbortSignal): Promise<unknown>;
};

export function outsideWork<Schema extends z.ZodType>(
  { request, counted, schema, remedy, send, model, role }: OutsideAsk<Schema>,
  { now }: { now: () => Date },
): Work<z.output<Schema>> {
  return {
    facts: { kind: "outside", model: model.label, request, schema: formOf(schema) },
    inputTokens: estimateTokens(counted ?? JSON.stringify(request)),
    prepare: () => Promise.resolve(),
    perform: async (_attempt, signal) => {
      const said = await send(request, signal).catch((error: unknown) => {
        throw error instanceof HarnessError
          ? error
          : outsideFailure(error, { who: `The ${role} ${model.label}`, remedy, now: now() });
      });
      const answer = valueWithoutSecrets(said);
      const text = JSON.stringify(answer) ?? "";
      const { success, error } = schema.safeParse(answer);
      if (!success)
        throw new InvalidReplyError({
          model: `The ${role} ${model.label}`,
          text,
          problem: z.prettifyError(error),
          remedy,
          usage: {},
        });
      return { stored: answer, usage: {}, outputText: text };
    },
    read: (stored) => schema.parse(stored),
  };
}

/** Made once for each schema: for a system that answers at once it would be most of the work. */
const known = new WeakMap<z.ZodType, string>();
function formOf(schema: z.ZodType): string {
  const made =
    known.get(schema) ?? JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  known.set(schema, made);
  return made;
}
