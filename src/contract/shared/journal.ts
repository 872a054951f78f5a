import { z } from "zod";
import { formatVersion } from "./format.ts";
import { role } from "./models.ts";

const tokens = z.number().int().nonnegative();

/** What a provider counted. A count that it did not report is absent, never 0. */
export const usage = z.object({
  /** All input tokens, including cached ones. */
  input: tokens.optional(),
  cacheRead: tokens.optional(),
  cacheWrite: tokens.optional(),
  /** All output tokens, including reasoning. */
  output: tokens.optional(),
  reasoning: tokens.optional(),
});
export type Usage = z.infer<typeof usage>;

/**
 * How certain the booked amount is. `reported`: the provider counted. `estimated`: it answered without counting, so we
 * did. `none`: it refused (an HTTP error), which no provider bills. `possible`: it may have worked and billed, but no
 * answer arrived; the reservation is then an upper bound.
 */
export const billing = z.enum(["reported", "estimated", "none", "possible"]);
export type Billing = z.infer<typeof billing>;

const callId = z.string().min(1).max(300);
const attempt = z.number().int().positive();
const usd = z.number().nonnegative();

/** First line: the format of the rest. */
export const journalHeader = z.object({
  type: z.literal("journal"),
  version: z.literal(formatVersion),
  created: z.string(),
});

/** Written before a request is sent, so that it is on record in every case. */
export const attemptStart = z.object({
  type: z.literal("start"),
  call: callId,
  attempt,
  /** Of the request, so that a known call id cannot stand for another question. */
  hash: z.string(),
  role,
  /** `provider/id`, the model that really received the request. */
  model: z.string(),
  turn: z.number().int().nonnegative().optional(),
  /** The most this attempt was expected to cost; null: no known price. */
  atMost: usd.nullable(),
  at: z.string(),
});

/** Written when the answer or the failure has arrived. */
export const attemptEnd = z.object({
  type: z.literal("end"),
  call: callId,
  attempt,
  ms: z.number().nonnegative(),
  billing,
  usage: usage.optional(),
  /** Null: price unknown. */
  cost: usd.nullable(),
  /** Answered from a recording: its cost when recorded; null: price unknown. `cost` is then 0. */
  recorded: usd.nullable().optional(),
  /** The extra cost of the same tokens without the provider's prompt cache. */
  saved: z.number().optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      status: z.number().optional(),
      /** The unusable reply. */
      text: z.string().optional(),
    })
    .optional(),
});

/** Written when the answer has passed its schema: from then on the call is never repeated. */
export const callDone = z.object({
  type: z.literal("done"),
  call: callId,
  hash: z.string(),
  /** True if the answer came from the cache of earlier answers, at no cost. */
  reused: z.literal(true).optional(),
  result: z.unknown(),
});

export const journalLine = z.discriminatedUnion("type", [journalHeader, attemptStart, attemptEnd, callDone]);
export type AttemptStart = z.infer<typeof attemptStart>;
export type AttemptEnd = z.infer<typeof attemptEnd>;
export type CallDone = z.infer<typeof callDone>;
export type JournalLine = z.infer<typeof journalLine>;

export const possiblyBilled = z.object({
  attempts: z.number().int(),
  /** USD, for those with a known price. */
  atMost: z.number(),
  unpriced: z.number().int(),
});

/** Attempts answered from a recording, and what they cost in USD when recorded. */
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
  /** US dollars booked, without attempts at an unknown price: see `unpriced`. */
  cost: z.number(),
  /** US dollars that prompt caching saved. Negative while caches are written and not yet read. */
  saved: z.number(),
  /** Attempts at an unknown price: if there are any, `cost` is a lower bound. */
  unpriced: z.number().int(),
  /** Attempts with tokens that we counted because the provider did not. */
  estimated: z.number().int(),
  /** Attempts that may have been billed without an answer, and an upper bound of their cost. */
  possiblyBilled,
  /** Absent: nothing was played from a recording. */
  recorded: recordedCost.optional(),
});
export interface Tally extends z.infer<typeof tally> {}

/** What attempts cost. Every report takes it from the fold of a journal, and formats it with `spentText`. */
export const spent = tally.pick({ cost: true, unpriced: true, possiblyBilled: true, recorded: true });
export interface Spent extends z.infer<typeof spent> {}

/** What a journal held when a turn or a run's record was saved: one that holds less was deleted or cut. */
export const journalMark = z.object({ attempts: z.number().int().nonnegative(), cost: z.number() });
export type JournalMark = z.infer<typeof journalMark>;

/** What a run cost: the fold of its journal. */
export const totals = z.object({
  all: tally,
  byRole: z.record(z.string(), tally),
  byModel: z.record(z.string(), tally),
  byTurn: z.record(z.string(), tally),
  calls: z.object({
    completed: z.number().int(),
    /** Completed without a request, from the cache of earlier answers. */
    reused: z.number().int(),
  }),
});
export interface Totals extends z.infer<typeof totals> {}
