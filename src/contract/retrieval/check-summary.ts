/** A run of the banks in short: scores, health, and the reasons for it. */
import { z } from "zod";
import { mechanism } from "./mechanism.ts";

export const healthStatus = z.enum(["CRITICAL", "EXCELLENT", "GOOD", "FAIR", "POOR"]);
export type HealthStatus = z.infer<typeof healthStatus>;

export const checkSummary = z.object({
  total_tests: z.number().int(),
  /** Null: no test has a score. */
  combined_score: z.number().nullable(),
  hard_fail_count: z.number().int(),
  missing_count: z.number().int(),
  critical_failures: z.array(z.string()),
  /** Null: tests have no score, so that the health is not known. */
  health_status: healthStatus.nullable(),
  health_reasons: z.array(z.string()),
  /** Some banks, or some tests of a bank, were not run. */
  partial: z.boolean(),
  /** The banks that the score is made of, those of the folder, and whether single tests were selected. Absent in older files. */
  scope: z.object({ banks: z.number().int(), of: z.number().int(), selected: z.boolean() }).optional(),
  component_scores: z.partialRecord(mechanism, z.number().nullable()),
  /** Mechanisms that the target does not implement. Their tests count for nothing. */
  not_tested: z.array(mechanism).default([]),
  expectation_sources: z.object({
    original: z.number().int(),
    opus: z.number().int(),
    human_override: z.number().int(),
  }),
});
export type CheckSummary = z.infer<typeof checkSummary>;
