/** What a run of the banks found. Names are those of the saved files and of the HTTP API. */
import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { totals } from "../shared/journal.ts";
import { note } from "../shared/note.ts";
import { answerSummary } from "./answer-reading.ts";
import { checkOutcome } from "./check-outcome.ts";
import { checkSummary } from "./check-summary.ts";
import { components, mechanism } from "./mechanism.ts";
import { checkRepeats } from "./test-score.ts";

export const checkResults = z.object({
  version: z.literal(formatVersion),
  timestamp: z.string(),
  target: z.object({
    name: z.string(),
    kind: z.enum(["built-in", "http", "module", "function", "run"]),
    embedder: z.string().optional(),
    reranker: z.string().optional(),
    top_k: z.number().int(),
    candidates: z.number().int(),
    /** The stages that the target names, in its order. Absent: it names none. */
    stages: z.array(z.string()).optional(),
    /** Mechanisms that always give the same answer: none of their tests is asked again. */
    deterministic: z.array(mechanism).optional(),
  }),
  kb: z.object({ entities: z.number().int(), hash: z.string() }),
  summary: checkSummary,
  /** Absent until the gates are checked. */
  outcome: checkOutcome.optional(),
  ...components,
  /** With `--answers`: a second score, beside the summary's. */
  answers: answerSummary.optional(),
  /** Absent if every test was asked once. */
  repeats: checkRepeats.optional(),
  /** What readers of the scores must know. */
  notes: z.array(note),
  totals,
  duration_ms: z.number(),
});
export interface CheckResults extends z.infer<typeof checkResults> {}

/** Shares are between 0 and 1; null: nothing was asked or answered. */
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
  version: z.literal(formatVersion),
  target: z.string(),
  alarm: z.array(z.string()),
  phrases: z.object({ crisis: z.number().int(), benign: z.number().int() }),
  families: z.array(z.object({ family: z.string(), ...counted })),
  total: z.object(counted),
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
export interface RedlineReport extends z.infer<typeof redlineReport> {}
