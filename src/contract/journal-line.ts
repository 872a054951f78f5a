import { z } from "zod";
import { role } from "./role.ts";
import { billing, usage } from "./usage.ts";

/** Raised when a reader of the old form could misread the new one. */
export const journalVersion = 1;

const callId = z.string().min(1).max(300);
const attempt = z.number().int().positive();
const usd = z.number().nonnegative();

/** First line: which form the rest has. */
export const journalHeader = z.object({
  type: z.literal("journal"),
  version: z.number().int().positive(),
  created: z.string(),
});

/** Written before a request leaves: whatever happens next, that it was sent is known. */
export const attemptStart = z.object({
  type: z.literal("start"),
  call: callId,
  attempt,
  /** Of the request, so that a known call id cannot stand for another question. */
  hash: z.string(),
  role,
  /** `provider/id`, the model that was really asked. */
  model: z.string(),
  turn: z.number().int().nonnegative().optional(),
  /** The most this attempt was expected to cost; null where no price is known. */
  atMost: usd.nullable(),
  at: z.string(),
});

/** Written when the answer, or the failure, is there. */
export const attemptEnd = z.object({
  type: z.literal("end"),
  call: callId,
  attempt,
  ms: z.number().nonnegative(),
  billing,
  usage: usage.optional(),
  /** Null where the price is unknown. */
  cost: usd.nullable(),
  /** Answered from a recording: what it cost when it was recorded, and null where that price was unknown. `cost` is then 0. */
  recorded: usd.nullable().optional(),
  /** What the same tokens would have cost more without the provider's prompt cache. */
  saved: z.number().optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      status: z.number().optional(),
      /** The reply that could not be used. */
      text: z.string().optional(),
    })
    .optional(),
});

/** Written when the answer has passed its schema: from here on the call is never made again. */
export const callDone = z.object({
  type: z.literal("done"),
  call: callId,
  hash: z.string(),
  /** True where the answer came from the cache of earlier answers, at no cost. */
  reused: z.literal(true).optional(),
  result: z.unknown(),
});

export const journalLine = z.discriminatedUnion("type", [journalHeader, attemptStart, attemptEnd, callDone]);
export type JournalHeader = z.infer<typeof journalHeader>;
export type AttemptStart = z.infer<typeof attemptStart>;
export type AttemptEnd = z.infer<typeof attemptEnd>;
export type CallDone = z.infer<typeof callDone>;
export type JournalLine = z.infer<typeof journalLine>;
