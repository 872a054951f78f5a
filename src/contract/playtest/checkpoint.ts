import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { seen } from "../shared/seen.ts";
import { branchOrigin, sessionConfig } from "./session-config.ts";
import { journalMark } from "../shared/journal.ts";
import { turnRecord, outputType } from "./turn-record.ts";
import { issue } from "./issue.ts";
import { playerAgent } from "./player.ts";
import { reading } from "./reading.ts";

export const tangent = z.object({
  startTurn: z.number().int(),
  /** Absent while it is open. */
  endTurn: z.number().int().optional(),
  length: z.number().int(),
  /** Name of the player who started it. */
  initiator: z.string(),
  /** humour, off-script, catch-up, lore, planning …: what the initiator's archetype tends to do. */
  type: z.string(),
  /** What it was about, and the words that began it. */
  about: z.string(),
  quote: z.string(),
  intensity: z.enum(["light", "medium", "heavy"]),
  /**
   * hook (woven in), redirect, forced. none: still open, open when the session ended, or the group returned by itself.
   */
  recoveryMethod: z.enum(["hook", "redirect", "forced", "none"]),
  /** Did the story use what the tangent was about? */
  woven: z.enum(["woven", "discarded", "unknown"]),
  /** The narrator's words of return, in the turn that ended the tangent. */
  segue: z.string().optional(),
  /**
   * Did a relay mention it to the narrator? If not, it is table talk and counts in no metric.
   */
  reached: z.boolean(),
  /** Did the narrator take notice of it? */
  noticed: z.boolean(),
  /** How natural the return was, 1 to 5; absent: not judged. */
  segueQuality: z.number().min(1).max(5).optional(),
});
export type Tangent = z.infer<typeof tangent>;

/** Something the narrator told one player alone, the player's answer, and what became of it. */
export const privateMoment = seen({
  own: {
    turn: z.number().int(),
    target: z.string(),
    seat: z.number().int(),
    content: z.string(),
    /** To the narrator alone; empty if they let it be. */
    response: z.string(),
    /** Has the target told the others? Then in these words, in this turn. */
    shared: z.boolean(),
    telling: z.string().optional(),
    sharedTurn: z.number().int().optional(),
    payoffDetected: z.boolean(),
  },
  author: {
    /** The turn from which everybody knows it, according to the classifier. */
    publicTurn: z.number().int().optional(),
    /** 0 to 1; absent: not judged. */
    backstoryAlignment: z.number().min(0).max(1).optional(),
    narrativeAppropriateness: z.number().min(0).max(1).optional(),
    payoffTurn: z.number().int().optional(),
    /** The narrator's words that paid it off. */
    payoff: z.string().optional(),
  },
});
export type PrivateMoment = z.infer<typeof privateMoment>;

const chained = z.object({
  version: z.literal(formatVersion),
  sessionId: z.string(),
  turn: z.number().int().nonnegative(),
  /** The checksum of the previous file, so that a file from another story is rejected. Empty in the first of a folder. */
  previous: z.string(),
  /** The journal when this was saved. Absent before the first call. */
  journal: journalMark.optional(),
});

/** Each file but the first of a folder: one turn. */
const turnDelta = chained.extend({ kind: z.literal("turn"), record: turnRecord });

/** The first file of a folder: the config, and in a branch the turns of its parent. */
const sessionStart = chained.extend({
  kind: z.literal("start"),
  config: sessionConfig,
  branchedFrom: branchOrigin.optional(),
  records: z.array(turnRecord),
});

export const turnFile = z.discriminatedUnion("kind", [turnDelta, sessionStart]);
export type TurnFile = z.infer<typeof turnFile>;

export const message = z.object({
  role: z.enum(["narrator", "spokesperson", "player"]),
  player: z.string().optional(),
  seat: z.number().int().optional(),
  content: z.string(),
  turn: z.number().int().nonnegative(),
  timestamp: z.number(),
  classification: outputType.optional(),
  /** Set if only these seats and the narrator heard it. */
  audience: z.array(z.number().int()).optional(),
  /** Set if a player reveals something told to them alone: the turn of that telling. */
  toldInTurn: z.number().int().positive().optional(),
});
export type Message = z.infer<typeof message>;

/** The session after a turn: the fold of its records. The file begins with a checksum of everything else. */
export const checkpoint = z.object({
  kind: z.literal("checkpoint"),
  version: z.literal(formatVersion),
  sessionId: z.string(),
  turn: z.number().int().nonnegative(),
  timestamp: z.number(),
  conversationHistory: z.array(message),
  playerAgents: z.array(playerAgent),
  spokespersonId: z.string(),
  sessionConfig,
  detectedPulses: z.array(z.number().int()),
  detectedTangents: z.array(tangent),
  privateMoments: z.array(privateMoment),
  issues: z.array(issue),
  /** The records themselves, for views, reports and metrics. */
  records: z.array(turnRecord),
  /** Readings of the session's own reader. Absent: not read. */
  readings: z.array(reading).optional(),
  branchedFrom: branchOrigin.optional(),
});
export interface Checkpoint extends z.infer<typeof checkpoint> {}
