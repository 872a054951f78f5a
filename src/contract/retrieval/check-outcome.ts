/** How a check ended: the verdict of its gates, and the comparison with an earlier run. */
import { z } from "zod";
import { verdict } from "../shared/verdict.ts";
import { checkSummary } from "./check-summary.ts";

const beside = <Value extends z.ZodType>(value: Value) => z.object({ before: value, now: value });

/** `says`: what was missing or unwanted. */
const failedTest = z.object({ test_id: z.string(), says: z.string() });

/** A test that passed in the baseline and failed at least once now. */
const lostTest = failedTest.extend({
  now: z.object({ failed: z.number().int(), answered: z.number().int(), attempts: z.number().int() }),
  before: z.object({ passed: z.number().int(), attempts: z.number().int() }),
  deterministic: z.boolean(),
  regression: z.boolean(),
});
export type LostTest = z.infer<typeof lostTest>;

/** A check compared with an earlier one. */
export const checkBaseline = z
  .object({
    /** The name of the earlier results file. */
    file: z.string(),
    /** Tests of both runs. `left_out`: another question or expectation, or no score on one side. */
    tests: z.object({
      better: z.number().int(),
      worse: z.number().int(),
      same: z.number().int(),
      left_out: z.number().int(),
    }),
    new_critical: z.array(failedTest),
    lost: z.array(lostTest),
    /** Paired sign flips over the tests. */
    score_test: z.object({
      tests: z.number().int(),
      /** Of the combined score, over tests with a score on both sides. */
      difference: z.number(),
      /** One-sided: worse. Null where fewer than seven tests differ. */
      p: z.number().nullable(),
      alpha: z.number(),
    }),
    combined: beside(checkSummary.shape.combined_score),
    hard_fails: beside(z.number().int()),
  })
  .meta({ id: "CheckBaseline" });
export type CheckBaseline = z.infer<typeof checkBaseline>;

export const checkOutcome = z
  .object({
    /** `done`: no gate was set. `undecided`: it could not be judged, or the tests prove too little. */
    verdict,
    /** Exit code 1 if one failed, 3 if one could not be judged. */
    gates: z.array(
      z.object({
        name: z.string(),
        is: z.enum(["passed", "failed", "error"]),
        says: z.string(),
        details: z.array(z.string()).optional(),
      }),
    ),
    /** Absent: no baseline compared. */
    baseline: checkBaseline.optional(),
  })
  .meta({ id: "CheckOutcome" });
export type CheckOutcome = z.infer<typeof checkOutcome>;
