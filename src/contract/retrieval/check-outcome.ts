/** How a check ended: the verdict of its gates, and the comparison with earlier runs. */
import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { checkSummary } from "./check-summary.ts";
import { mechanism } from "./mechanism.ts";

const beside = <Value extends z.ZodType>(value: Value) => z.object({ before: value, now: value });

/** A check compared with one or several earlier ones. */
export const checkBaseline = z
  .object({
    /** The number of earlier runs. */
    runs: z.number().int(),
    /** Why this is a regression; empty if it is not. */
    regressions: z.array(z.string()),
    /** What makes the runs hard to compare. */
    notes: z.array(z.string()),
    /** The second score beside that of the newest earlier run, in words: shown, not a gate. */
    answers: z.array(z.string()).optional(),
    /** Of the newest earlier run. */
    combined: beside(checkSummary.shape.combined_score),
    /** The banks that ran now. Null: no score, or not in the earlier run. */
    components: z.partialRecord(mechanism, beside(z.number().nullable())),
    hard_fails: beside(z.number().int()),
    health: beside(checkSummary.shape.health_status),
    /** Hard fail now, and in no earlier run. */
    newly_failed: z.array(z.string()),
    /** No hard fail now, but in every earlier run. */
    mended: z.array(z.string()),
    hard_fail_test: z.object({
      method: z.enum([
        "worse against better tests",
        "Fisher within each test",
        "pass rates of repeated tests",
      ]),
      tests: z.number().int(),
      worse: z.number().int(),
      better: z.number().int(),
      /** With several earlier runs: hard fails now, and the number expected from the rates of the tests. */
      now: z.number().int().optional(),
      expected: z.number().optional(),
      /** One-sided. */
      p: z.number(),
      alpha: z.number(),
      strict: z.boolean(),
    }),
    score_test: z.object({
      method: z.string(),
      tests: z.number().int(),
      /** Of the combined score, over tests with a score on both sides. */
      difference: z.number(),
      /** Two-sided; only a fall is a regression. Null where fewer than six tests differ. */
      p: z.number().nullable(),
      alpha: z.number(),
    }),
  })
  .meta({ id: "CheckBaseline" });
export type CheckBaseline = z.infer<typeof checkBaseline>;

/** The comparison as results keep it: what it found, without the earlier runs. */
const keptBaseline = checkBaseline.extend({
  /** Names of the earlier results files, as they were given. */
  files: z.array(z.string()),
  /** The tests of `newly_failed`, each with what failed or its pass rates. */
  worse: z.array(z.object({ test_id: z.string(), says: z.string() })),
  /** Counts and tests in words, as the terminal prints them. */
  lines: z.array(z.string()),
});

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
    baseline: keptBaseline.optional(),
  })
  .meta({ id: "CheckOutcome" });
export type CheckOutcome = z.infer<typeof checkOutcome>;
