import { z } from "zod";

const seat = z.number().int().nonnegative();
const count = z.number().int().nonnegative();

/** How a simulated player can spoil a test. */
export const auditKind = z.enum([
  "out-of-archetype",
  "quirk-rate",
  "breaks-fiction",
  "knows-untold",
  "speaks-for-others",
]);
export type AuditKind = z.infer<typeof auditKind>;

export const auditNote = z.object({
  kind: auditKind,
  seat,
  /** Absent where it is about the whole session. */
  turn: z.number().int().positive().optional(),
  note: z.string(),
  /** What the player said. Empty where it is about a rate. */
  quote: z.string(),
});
export type AuditNote = z.infer<typeof auditNote>;

/** How often a player's quirk was drawn and shown. */
export const auditedPlayer = z.object({
  seat,
  archetype: z.string(),
  turns: count,
  drawn: count,
  /** How often the archetype should have it drawn, and the exact interval for how often it was. */
  expectedRate: z.number(),
  drawnInterval: z.tuple([z.number(), z.number()]),
  /** Of the turns on the story: in how many it can be heard, where it was asked for and where it was not. Null: no rule hears this archetype's. */
  shown: z.object({ whenDrawn: count, askedFor: count, otherwise: count, notAskedFor: count }).nullable(),
});
export type AuditedPlayer = z.infer<typeof auditedPlayer>;

/** The players are tested too: a session that they broke says nothing about its narrator. */
export const audit = z.object({
  broken: z.boolean(),
  /** By which rule; empty: by none. */
  why: z.array(z.string()),
  notes: z.array(auditNote),
  players: z.array(auditedPlayer),
});
export type Audit = z.infer<typeof audit>;
