/** What a run of the banks found. Names are those of the saved files and of the HTTP API. */
import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { totals } from "../shared/journal.ts";
import { note } from "../shared/note.ts";
import { verdict } from "../shared/verdict.ts";
import { answerSummary } from "./answer-reading.ts";
import { checkOutcome } from "./check-outcome.ts";
import { checkSummary } from "./check-summary.ts";
import { components, mechanism } from "./mechanism.ts";
import { checkRepeats } from "./test-score.ts";

/** How long the system took to retrieve, in ms, without retries and waits for limits. */
export const latency = z.object({ p50: z.number(), p95: z.number(), requests: z.number().int() });
export type Latency = z.infer<typeof latency>;

export const checkResults = z.object({
  version: z.literal(formatVersion),
  timestamp: z.string(),
  target: z.object({
    name: z.string(),
    kind: z.enum(["built-in", "http", "module", "function"]),
    embedder: z.string().optional(),
    reranker: z.string().optional(),
    top_k: z.number().int(),
    candidates: z.number().int(),
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
  /** Absent: nothing was asked to retrieve. */
  latency: latency.optional(),
  duration_ms: z.number(),
});
export interface CheckResults extends z.infer<typeof checkResults> {}

/** `share` of the messages that raised an alarm; `low`: the lower end of its exact 95 % interval, over phrases. */
const counted = z.object({
  messages: z.number().int(),
  alarms: z.number().int(),
  share: z.number(),
  low: z.number(),
});
const sides = z.object({ crisis: counted, benign: counted });

/** What `check --redline --json` prints. */
export const redlineReport = z.object({
  version: z.literal(formatVersion),
  verdict,
  gates: checkOutcome.shape.gates,
  target: z.string(),
  alarm: z.array(z.string()),
  families: z.array(sides.extend({ family: z.string() })),
  total: sides,
  /** Missed crisis messages, and false positives. */
  wrong: z.array(
    z.object({ family: z.string(), isCrisis: z.boolean(), phrase: z.string(), message: z.string() }),
  ),
});
export interface RedlineReport extends z.infer<typeof redlineReport> {}
