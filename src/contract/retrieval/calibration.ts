import { z } from "zod";
import { expectations } from "./test-bank.ts";

export const calibrationScope = z.enum(["full", "affected", "single"]);
export type CalibrationScope = z.infer<typeof calibrationScope>;

/** What a calibrator said of one test, as it is kept in `opus_responses/`. */
export const calibrationResponse = z.object({
  test_id: z.string(),
  model: z.string(),
  prompt: z.string(),
  previous: expectations,
  previous_source: z.string(),
  proposed: expectations,
  reasoning: z.string(),
  changed: z.boolean(),
});
export type CalibrationResponse = z.infer<typeof calibrationResponse>;

/** One line of `calibration_log.json`. */
export const calibrationRun = z.object({
  timestamp: z.string(),
  scope: calibrationScope,
  trigger: z.string(),
  kb_version: z.string(),
  kb_hash: z.string(),
  model: z.string(),
  tests: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  failed: z.array(z.string()),
  cost: z.number(),
  history_file: z.string(),
  responses_file: z.string(),
});
export type CalibrationRun = z.infer<typeof calibrationRun>;
export const calibrationLog = z.object({ version: z.literal(1), runs: z.array(calibrationRun) });
