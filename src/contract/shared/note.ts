import { z } from "zod";

/** Every kind of fact that readers of a run's numbers must know, in the order of reports. */
export const noteCode = z.enum([
  "resumed",
  "unknown-ids",
  "recording",
  "one-key",
  "no-key",
  "offline-models",
  "words-alone",
  "read-leniently",
  "other-model",
  "character-drawn",
  "no-classifier",
  "marker",
  "narration-cut",
  "reply-cut",
  "history-summarised",
  "read-afterwards",
  "unread-turn",
  "void-quote",
  "unconfirmed-finding",
  "not-tested",
  "not-scored",
  "not-priced",
  "possibly-billed",
  "lost-calls",
  "lock-taken-over",
  "torn-line",
]);
export type NoteCode = z.infer<typeof noteCode>;

export const note = z.object({
  code: noteCode,
  /** The turns concerned. Absent: no single turn. */
  turns: z.array(z.number().int().positive()).optional(),
  text: z.string(),
});
export type Note = z.infer<typeof note>;

/** The notes with one code, over many sessions. */
export const noteCount = z.object({
  code: noteCode,
  sessions: z.number().int().positive(),
  /** Over all sessions. */
  turns: z.number().int().nonnegative(),
  /** The most frequent one. */
  text: z.string(),
});
export type NoteCount = z.infer<typeof noteCount>;
