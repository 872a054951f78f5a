/** What the page of a session shows of readings and verdicts. */
import { z } from "zod";
import { kindName, quote } from "../playtest/issue.ts";
import { calibrationState } from "../playtest/judging.ts";
import { findingState, readingContent } from "../playtest/reading.ts";

const count = z.number().int().nonnegative();

/** Where a quote of a finding or of the judge occurs in a turn. A quote across two passages has a place in each. */
export const quotePlace = z.object({
  /** The quote as the finding has it. */
  quote: z.string(),
  in: z.enum(["narration", "says", "wants", "private", "cross-talk", "relay"]),
  /** The index in `narration`, `crossTalk` or `players`; 0 for the relay. */
  at: count,
  /** Offsets in that text. */
  start: count,
  end: count,
});
export type QuotePlace = z.infer<typeof quotePlace>;

/** What the reader noted in a turn beside its confirmed findings. */
export const turnReading = z.object({
  by: z.string(),
  digression: readingContent.shape.digression,
  privately: readingContent.shape.privately,
  payoffs: readingContent.shape.payoffs,
  /** Findings that are only hints, and why. */
  hints: z.array(z.object({ kind: kindName, quote: z.string(), state: findingState, why: z.string() })),
});
export type TurnReading = z.infer<typeof turnReading>;

/** A judge's scores with reasons and quotes, and whether the judge is usable now. */
export const verdictView = z.object({
  /** The model that answered, and the requested name. */
  model: z.string(),
  asked: z.string(),
  rubric: z.string(),
  at: z.string(),
  turns: count,
  /** False: it judges its own model family. Null: not known. */
  otherFamily: z.boolean().nullable(),
  /** Whether it orders sessions as people do, and how that is known. */
  state: calibrationState,
  stateWhy: z.string(),
  scores: z.array(
    z.object({
      metric: z.string(),
      score: z.number().nullable(),
      why: z.string(),
      missing: z.string().optional(),
      quotes: z.array(quote),
    }),
  ),
  notes: z.array(z.string()),
});
export type VerdictView = z.infer<typeof verdictView>;
