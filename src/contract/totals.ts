import { z } from "zod";

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

/** A turn's tally, and who it went to. */
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
