/** What the page of a session shows of readings and verdicts. */
import { z } from "zod";
import { calibrationState, judgeVerdict, metricVerdict, qualityMetric } from "../playtest/judging.ts";

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

/** A judge's verdict, and whether the judge orders sessions as people do, and how that is known. */
export const verdictView = judgeVerdict
  .pick({ key: true, judge: true, rubric: true, at: true, turns: true, notes: true })
  .extend({
    /** Of the metrics that were asked for. */
    scores: z.partialRecord(qualityMetric, metricVerdict),
    state: calibrationState,
    stateWhy: z.string(),
  });
export type VerdictView = z.infer<typeof verdictView>;
