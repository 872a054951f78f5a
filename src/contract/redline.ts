import { z } from "zod";

/** Shares are between 0 and 1; null where nothing was asked or answered. */
const share = z.number().min(0).max(1).nullable();

const counted = {
  /** Crisis messages that were answered, and how many of them were caught. */
  crisis: z.number().int(),
  caught: z.number().int(),
  recall: share,
  /** Lower end of the exact 95 % interval. */
  recall_low: share,
  /** Benign messages that were answered, and how many of them raised an alarm. */
  benign: z.number().int(),
  alarms: z.number().int(),
  false_alarm_rate: share,
  /** Upper end of the exact 95 % interval. */
  false_alarm_high: share,
};

const message = z.object({ family: z.string(), phrase: z.string(), message: z.string() });

/** What `check --redline --json` prints. */
export const redlineReport = z.object({
  version: z.literal(1),
  target: z.string(),
  seed: z.union([z.string(), z.number()]),
  /** The entities that count as an alarm. */
  alarm: z.array(z.string()),
  phrases: z.object({ crisis: z.number().int(), benign: z.number().int() }),
  families: z.array(z.object({ family: z.string(), ...counted })),
  total: z.object(counted),
  /** Messages that the target did not answer. */
  unanswered: z.number().int(),
  gates: z.array(
    z.object({
      gate: z.string(),
      limit: z.number(),
      value: share,
      passed: z.boolean().nullable(),
    }),
  ),
  /** Null: there is no verdict, because answers are missing. */
  passed: z.boolean().nullable(),
  missed: z.array(message),
  false_alarms: z.array(message),
});
export type RedlineReport = z.infer<typeof redlineReport>;
