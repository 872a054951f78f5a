/** Two arms compared in pairs on overall: the answer to "which prompt?", wherever it is shown. */
import { z } from "zod";
import { seen } from "../shared/seen.ts";
import { cause } from "../shared/verdict.ts";

const amount = z.number().nullable();
const count = z.number().int().nonnegative();

export const armComparison = seen({
  all: {
    /** The reference. */
    a: z.string(),
    b: z.string(),
    /** About B. */
    result: z.enum(["better", "worse", "no difference found", "too few groups"]),
    /** Groups of players with a score on both sides. Each counts once. */
    groups: count,
    /** Groups in which B is better, worse, equal. */
    better: count,
    worse: count,
    equal: count,
    /** Pairs of sessions without a score on both sides. */
    dropped: count,
    meanA: amount,
    meanB: amount,
    /** B − A in points of overall, with its 95 % interval. */
    difference: amount,
    interval: z.object({ low: z.number(), high: z.number() }).nullable(),
    /** Two-sided sign flips, with Holm's correction over the comparisons beside it. Null: fewer than six groups differ. */
    p: amount,
    /** A true difference of this size would usually (80 % power) have been found. Null: fewer than two groups. */
    detectable: amount,
  },
  author: {
    because: z.array(cause),
  },
});
export type ArmComparison = z.infer<typeof armComparison>;
