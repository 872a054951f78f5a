/** Two arms compared in pairs, as `compare`, A/B tests and the viewer show them. */
import { z } from "zod";

const amount = z.number().nullable();
const verdict = z.enum(["better", "worse", "no difference found", "insufficient evidence"]);
const metricComparison = z.object({
  metric: z.string(),
  meanA: amount,
  meanB: amount,
  pairs: z.number().int(),
  clusters: z.number().int().nullable(),
  replicates: z.number().int(),
  missing: z.number().int(),
  /** B − A. */ meanDifference: amount,
  effectSize: amount,
  p: amount,
  method: z.string(),
  interval: z.object({ low: z.number(), high: z.number(), method: z.string() }).optional(),
  higher: z.number().int(),
  lower: z.number().int(),
  ties: z.number().int(),
  /** Holm's correction: the primary metric over the comparisons shown, the others over all remaining tests. */ adjusted:
    amount,
  /** About B. */ verdict: verdict.nullable(),
});
/** One arm compared with the first, with the statistics of `rehearse compare`. */
export const armComparison = z.object({
  a: z.string(),
  b: z.string(),
  /** Pairs that both arms have played, and plays without a partner. */
  paired: z.number().int(),
  alone: z.object({ a: z.number().int(), b: z.number().int() }),
  clusters: z.number().int(),
  /** What both sides of a pair share, besides the dice. */
  pairedBy: z.enum(["group", "checkpoint"]),
  /** What the result covers: "for this checkpoint", "over 12 checkpoints". */
  speaksFor: z.string(),
  /** Parts left out of overall, if some pairs lack them. */
  parts: z.string().optional(),
  /**
   * Pairs that an arm lost by crashing or stopping early. An arm that crashed more has only its better plays left, and
   * cannot win by them.
   */
  crashed: z.object({ a: z.number(), b: z.number() }),
  primary: metricComparison,
  others: z.array(metricComparison),
  /** Did the story end? Plays stopped on purpose are missing here; crashed plays did not end. */
  completed: z.object({
    pairs: z.number().int(),
    missing: z.number().int(),
    /** Pairs in which one side finished and the other did not. */
    differ: z.number().int(),
    /** Shares. */
    passedA: amount,
    passedB: amount,
    meanDifference: amount,
    p: amount,
    adjusted: amount,
    method: z.string(),
    verdict,
  }),
  /** The number of tests in each of the two corrections. */
  families: z.object({ primary: z.number().int(), others: z.number().int() }),
  /** How many could have, if enough of their pairs differed. */
  testable: z.object({ primary: z.int(), others: z.int() }),
  /**
   * The pre-registered metric, in words, if this is another: a metric chosen afterwards is corrected with all others.
   */
  chosenNow: z.string().optional(),
  /** No plan names a metric, so it is unknown whether this one was pre-registered. */
  unplanned: z.boolean().optional(),
  /** Why there is no verdict, regardless of the numbers. */
  withheld: z.array(z.string()).readonly().optional(),
  /** Settings that differ between the sides, in words: a difference may come from there. */
  settings: z.array(z.string()).readonly().optional(),
  /** Why plays have no partner, if known. */
  unpaired: z.array(z.string()).readonly().optional(),
  /** Why a difference does not decide. */
  note: z.string().optional(),
});
export type ArmComparisonView = z.infer<typeof armComparison>;
