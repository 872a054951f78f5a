import { z } from "zod";
import { branchOrigin, sessionConfig } from "./session-config.ts";
import { journalMark } from "./totals.ts";
import { turnRecord } from "./turn-record.ts";

/** Raised when an older reader could misread a newer file. Version 2: cross-talk, secrets told in later turns, and table talk. */
export const turnFileVersion = 2;

const chained = z.object({
  version: z.number().int().positive(),
  sessionId: z.string(),
  turn: z.number().int().nonnegative(),
  /** The checksum of the file before, so that a file from another story cannot slip in. Empty in the first of a folder. */
  previous: z.string(),
  /** The journal when this was saved. Absent in files written before it was kept. */
  journal: journalMark.optional(),
});

/** One turn's record. */
export const turnDelta = chained.extend({ kind: z.literal("turn"), record: turnRecord });

/**
 * Many turns at once: the first file of a folder, with the config; and every 20th, which holds the turns since the
 * snapshot before it, so that far turns are read from few files and none is stored more than twice.
 */
export const turnSnapshot = chained.extend({
  kind: z.literal("snapshot"),
  /** Only in the first file of a folder. */
  start: z.object({ config: sessionConfig, branchedFrom: branchOrigin.optional() }).optional(),
  /** The checksum of the snapshot that these records go on from. Not in the first. */
  base: z.string().optional(),
  /** In the second snapshot of a folder: what the first file holds, should that one be damaged. */
  first: z
    .object({
      turn: z.number().int().nonnegative(),
      start: z.object({ config: sessionConfig, branchedFrom: branchOrigin.optional() }),
      records: z.array(turnRecord),
    })
    .optional(),
  records: z.array(turnRecord),
});

export const turnFile = z.discriminatedUnion("kind", [turnDelta, turnSnapshot]);
export type TurnFile = z.infer<typeof turnFile>;
export type TurnSnapshot = z.infer<typeof turnSnapshot>;
