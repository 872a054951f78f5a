import { z } from "zod";
import { role } from "./models.ts";

const tokens = z.number().int().nonnegative();

/** What a provider counted. A count it did not give is absent, never 0. */
export const usage = z.object({
  /** All input tokens, cached ones included. */
  input: tokens.optional(),
  cacheRead: tokens.optional(),
  cacheWrite: tokens.optional(),
  /** All output tokens, reasoning included. */
  output: tokens.optional(),
  reasoning: tokens.optional(),
});
export type Usage = z.infer<typeof usage>;

/**
 * How sure the booked amount is.
 * `reported`: the provider counted. `estimated`: it answered without counting, so we did.
 * `none`: it refused (an HTTP error), which no provider bills. `possible`: it may have worked and
 * billed, but the answer never came; the reservation is then the most it can have cost.
 */
export const billing = z.enum(["reported", "estimated", "none", "possible"]);
export type Billing = z.infer<typeof billing>;

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

export const possiblyBilled = z.object({
  attempts: z.number().int(),
  /** USD, of those that have a known price. */
  atMost: z.number(),
  unpriced: z.number().int(),
});

/** Attempts that were answered from a recording, and what they cost in USD when it was made. */
export const recordedCost = z.object({
  attempts: z.number().int(),
  cost: z.number(),
  unpriced: z.number().int(),
});

/** Tokens and money of one group of attempts. */
export const tally = z.object({
  attempts: z.number().int(),
  failed: z.number().int(),
  tokens: z.object({
    input: z.number().int(),
    cacheRead: z.number().int(),
    cacheWrite: z.number().int(),
    output: z.number().int(),
    reasoning: z.number().int(),
  }),
  /** US dollars booked. Attempts whose price is unknown are not in it: see `unpriced`. */
  cost: z.number(),
  /** US dollars that prompt caching saved. Negative while caches are written and not yet read. */
  saved: z.number(),
  /** Attempts whose price is unknown: while there are any, `cost` is a lower bound. */
  unpriced: z.number().int(),
  /** Attempts whose tokens we counted because the provider did not. */
  estimated: z.number().int(),
  /** Attempts that may have been billed although no answer came, and the most they can have cost. */
  possiblyBilled,
  /** Absent: nothing was played from a recording. */
  recorded: recordedCost.optional(),
});
export type Tally = z.infer<typeof tally>;

const known = { attempts: z.number().int().nonnegative(), cost: z.number(), atMost: z.number() };

/**
 * What a journal was known to hold, kept outside of it: a journal that holds fewer attempts was lost or cut short.
 * `cost` is booked; `atMost` has what is possibly billed on top.
 */
export const journalMark = z.object({
  ...known,
  /** The part of it that the journal lacked already, and without which somebody chose to resume. */
  lost: z.object(known).optional(),
});
export type JournalMark = z.infer<typeof journalMark>;

export const turnTally = tally.extend({
  /** Tokens in and out together. Absent in files of before this was kept. */
  byRole: z
    .record(z.string(), z.object({ tokens: z.number().int(), cost: z.number(), unpriced: z.number().int() }))
    .optional(),
});

/** What a run cost: the fold of its journal. */
export const totals = z.object({
  all: tally,
  byRole: z.record(z.string(), tally),
  byModel: z.record(z.string(), tally),
  byTurn: z.record(z.string(), turnTally),
  calls: z.object({
    completed: z.number().int(),
    /** Completed without a request, from the cache of earlier answers. */
    reused: z.number().int(),
  }),
});
export type Totals = z.infer<typeof totals>;
