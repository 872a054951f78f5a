import { z } from "zod";
import { issue } from "./issue.ts";
import { outputType } from "./narration.ts";
import { branchOrigin, sessionConfig } from "./session-config.ts";
import { privateMoment, tangent } from "./tangent.ts";
import { reading } from "./reading.ts";
import { turnRecord } from "./turn-record.ts";

/** Raised when an older reader could misread a newer file. Version 2: cross-talk, secrets told in later turns, and table talk. */
export const checkpointVersion = 2;

/** Something that was said, by whom and to whom. */
export const message = z.object({
  role: z.enum(["narrator", "spokesperson", "player"]),
  player: z.string().optional(),
  seat: z.number().int().optional(),
  content: z.string(),
  turn: z.number().int().nonnegative(),
  timestamp: z.number(),
  classification: outputType.optional(),
  /** Set where only these seats, and the narrator, heard it. */
  audience: z.array(z.number().int()).optional(),
  /** Set where a player tells everybody what only they were told: in which turn that was. */
  toldInTurn: z.number().int().positive().optional(),
});
export type Message = z.infer<typeof message>;

/** The session as it stood after a turn: the fold of its records. As a file it begins with a checksum of all else. */
export const checkpoint = z.object({
  kind: z.literal("checkpoint"),
  version: z.number().int().positive(),
  sessionId: z.string(),
  turn: z.number().int().nonnegative(),
  timestamp: z.number(),
  conversationHistory: z.array(message),
  playerAgents: z.array(z.unknown()),
  spokespersonId: z.string(),
  sessionConfig,
  detectedPulses: z.array(z.number().int()),
  detectedTangents: z.array(tangent),
  privateMoments: z.array(privateMoment),
  issues: z.array(issue),
  /** The records themselves: views, reports and metrics read them. */
  records: z.array(turnRecord),
  /** Those of the session's own reader; absent: nobody has read it. */
  readings: z.array(reading).optional(),
  branchedFrom: branchOrigin.optional(),
});
export type Checkpoint = z.infer<typeof checkpoint>;
