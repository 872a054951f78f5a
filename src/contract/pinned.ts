import { z } from "zod";
import { modelEntry, providerName } from "./model-entry.ts";
import { role } from "./role.ts";
import { limits } from "./settings.ts";
import { journalMark } from "./totals.ts";

/** What a run meters with, pinned when it begins: a resume without its config spends by the same prices. */
export const pinned = z.object({
  /** By the names that the run uses. */
  models: z.record(z.string(), modelEntry),
  limits: z.record(z.string(), limits),
  maxOutput: z.partialRecord(role, z.number().int().positive()),
  /** Sessions played at once, where there are many. */
  concurrency: z.number().int().positive().optional(),
  /** Where its providers were reached; null: at their own address. Compared on resume, and never used. */
  addresses: z.partialRecord(providerName, z.string().nullable()),
});
export type Pinned = z.infer<typeof pinned>;

/** `run.json` of a run that has no turns to tell what it began with, and how much was in its journal. */
export const runRecord = z.object({
  version: z.literal(1),
  pinned,
  /** The budget that was last in force, in USD. */
  budget: z.number().positive().optional(),
  journal: journalMark,
});
export type RunRecord = z.infer<typeof runRecord>;
