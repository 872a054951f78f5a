import { z } from "zod";
import { userState } from "./test-bank.ts";

/**
 * What a RAG system under test answers, behind HTTP (`POST <url>` with `{version, ask, …}`) or in a module.
 * It may leave out what it does not have; then the built-in rules run, and the report says so.
 */
export const targetVersion = 1;

const scored = z.object({ entity_id: z.string().min(1), score: z.number().optional() });

export const retrieveRequest = z.strictObject({
  version: z.literal(targetVersion),
  ask: z.literal("retrieve"),
  test_id: z.string(),
  message: z.string(),
  user_state: userState,
  top_k: z.number().int(),
  candidates: z.number().int(),
});
export const retrieveReply = z.object({
  /** What the final stage chose, best first. */
  selections: z.array(scored),
  /** What the first stage found, best first, where the system tells. */
  candidates: z.array(scored).optional(),
});
export type RetrieveReply = z.infer<typeof retrieveReply>;

export const handlersRequest = z.strictObject({
  version: z.literal(targetVersion),
  ask: z.literal("handlers"),
  test_id: z.string(),
  user_state: userState,
});
export const handlersReply = z.object({ handlers: z.array(z.string()) });

export const matchRequest = z.strictObject({
  version: z.literal(targetVersion),
  ask: z.literal("match"),
  test_id: z.string(),
  message: z.string(),
});
export const matchReply = z.object({
  matches: z.array(z.string()),
  details: z
    .array(z.object({ entity_id: z.string(), by: z.string(), text: z.string().optional() }))
    .optional(),
});

export const alwaysRequest = z.strictObject({
  version: z.literal(targetVersion),
  ask: z.literal("always"),
  test_id: z.string(),
  user_type: z.string(),
  user_state: userState,
});
export const alwaysReply = z.object({ loaded: z.array(z.string()) });

/** A target's answer to what it does not do. */
export const notAnswered = z.object({ not_answered: z.literal(true) });
