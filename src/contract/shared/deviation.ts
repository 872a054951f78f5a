import { z } from "zod";

/** Every way in which a run can differ from its plan. */
export const deviationKind = z.enum([
  "classified-by-rules",
  "told-to-nobody",
  "narration-cut",
  "reply-cut",
  "pulse-not-counted",
  "history-summarised",
  "other-model",
  "unread-turn",
  "void-quote",
  "unconfirmed-finding",
  "built-in-answered",
  "not-scored",
  "damaged-file",
]);
export type DeviationKind = z.infer<typeof deviationKind>;

/** One difference from the plan that readers of the numbers must know. */
export const deviation = z.object({
  kind: deviationKind,
  /** The turns concerned. Empty: no single turn. */
  turns: z.array(z.number().int().positive()),
  what: z.string(),
  /** Where it is recorded: `turn record`, `journal`, `catalog`, … */
  source: z.string(),
});
export type Deviation = z.infer<typeof deviation>;

export const deviationCount = z.object({
  kind: deviationKind,
  sessions: z.number().int().positive(),
  /** Over all sessions. */
  turns: z.number().int().nonnegative(),
  /** The most frequent one, in the words of the sessions. */
  what: z.string(),
});
export type DeviationCount = z.infer<typeof deviationCount>;
