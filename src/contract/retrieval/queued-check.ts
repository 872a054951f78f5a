/** A check that workers run: its plan, and what one of its jobs leaves behind. */
import { z } from "zod";
import { pinned } from "../shared/settings.ts";
import { mechanism, testResult } from "./mechanism.ts";
import { patternType } from "./mechanisms/pattern.ts";
import { metricsMethod } from "./mechanisms/semantic.ts";
import { repeatTimes } from "./test-score.ts";

/** `check.json`. Banks, knowledge base and earlier results are beside it; keys and the target's own file are not. */
export const queuedCheck = z.object({
  version: z.literal(1),
  /** When it was queued. */
  at: z.string(),
  request: z.object({
    banks: z.array(mechanism).optional(),
    selection: z
      .object({
        testIds: z.array(z.string()).optional(),
        topic: z.string().optional(),
        patternType: patternType.optional(),
      })
      .optional(),
    embedder: z.string().optional(),
    reranker: z.string().optional(),
    answers: z.object({ reader: z.string().optional() }).optional(),
    topK: z.number().int().optional(),
    candidates: z.number().int().optional(),
    metrics: metricsMethod.optional(),
    repeat: repeatTimes.optional(),
    deterministic: z.boolean().optional(),
  }),
  /** `built-in`, `offline`, an address, or the name of a target file or a module. */
  target: z.string(),
  /** The SHA-256 of a target file or a module: workers use their own file with the same content. */
  fingerprint: z.string().optional(),
  /** The cost of the target's answers is unknown. */
  isUnpriced: z.boolean(),
  hasKb: z.boolean(),
  /** How many earlier results decide about repeats. */
  baselines: z.number().int(),
  tests: z.number().int().positive(),
  pinned,
  /** In USD. */
  budget: z.number().positive().optional(),
});
export type QueuedCheck = z.infer<typeof queuedCheck>;

/** A job: the tests from `from` up to `to`, where the banks take turns. */
export const checkPart = z.object({
  sessionId: z.string(),
  from: z.number().int().min(0),
  to: z.number().int().positive(),
});
export type CheckPart = z.infer<typeof checkPart>;

/** `tests.json` of a job that has ended. */
export const askedPart = z.object({
  version: z.literal(1),
  tests: z.array(testResult),
  /** Mechanisms that the built-in rules answered. */
  byBuiltIn: z.array(mechanism),
  /** Of the target. */
  facts: z.object({
    name: z.string(),
    kind: z.enum(["built-in", "http", "module", "run"]),
    embedder: z.string().optional(),
    reranker: z.string().optional(),
    topK: z.number().int(),
    candidates: z.number().int(),
    notes: z.array(z.string()),
    byChance: z.string().optional(),
    deterministic: z.array(mechanism).readonly().optional(),
  }),
  /** Damage found in its journal, in words. */
  damage: z.array(z.string()),
});
export type AskedPart = z.infer<typeof askedPart>;

/** `notes.json`: what is said beside the results. */
export const checkNotes = z.object({ notes: z.array(z.string()), byChance: z.boolean() });
