/** How a check ended: the verdict of its gates, and the comparison with an earlier run. */
import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { verdict } from "../shared/verdict.ts";
import { checkSummary } from "./check-summary.ts";
import { mechanism } from "./mechanism.ts";

const beside = <Value extends z.ZodType>(value: Value) => z.object({ before: value, now: value });

/** `says`: what was missing or unwanted. */
const failedTest = z.object({ test_id: z.string(), says: z.string() });

/** A test that passed in the baseline and failed at least once now. */
const lostTest = failedTest.extend({
  now: z.object({ failed: z.number().int(), attempts: z.number().int() }),
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
    verdict,
    /** Tests of both runs. `left_out`: another question or expectation, or no score on one side. */
    tests: z.object({
      better: z.number().int(),
      worse: z.number().int(),
      same: z.number().int(),
      left_out: z.number().int(),
    }),
    new_critical: z.array(failedTest),
    lost: z.array(lostTest),
    /** Hard fails of the baseline that pass now. */
    mended: z.array(z.string()),
    /** Paired sign flips over the tests. */
    score_test: z.object({
      tests: z.number().int(),
      /** Of the combined score, over tests with a score on both sides. */
      difference: z.number(),
      /** One-sided: worse. Null where fewer than six tests differ. */
      p: z.number().nullable(),
      alpha: z.number(),
    }),
    combined: beside(checkSummary.shape.combined_score),
    /** The banks that ran now. Null: no score, or not in the earlier run. */
    components: z.partialRecord(mechanism, beside(z.number().nullable())),
    hard_fails: beside(z.number().int()),
    health: beside(checkSummary.shape.health_status),
  })
  .meta({ id: "CheckBaseline" });
export type CheckBaseline = z.infer<typeof checkBaseline>;

export const checkOutcome = z
  .object({
    version: z.literal(formatVersion),
    /** `undecided`: no gate failed, but the evidence is insufficient. `no-verdict`: the target did not answer everything. */
    verdict: z.enum(["passed", "failed", "undecided", "no-verdict", "no-gate"]),
    /** The exit code of the command. */
    exit: z.union([z.literal(0), z.literal(1), z.literal(3)]),
    /** The verdict and its reasons, in the words of the terminal, the comment and JUnit. */
    says: z.string(),
    gates: z.array(
      z.object({ name: z.string(), is: z.enum(["passed", "failed", "error"]), says: z.string() }),
    ),
    /** Absent: no baseline compared. */
    baseline: checkBaseline.optional(),
  })
  .meta({ id: "CheckOutcome" });
export type CheckOutcome = z.infer<typeof checkOutcome>;
