import { z } from "zod";

/** A stretch in which the group was off the story. */
export const tangent = z.object({
  startTurn: z.number().int(),
  /** Absent while it lasts. */
  endTurn: z.number().int().optional(),
  length: z.number().int(),
  /** Name of the player who started it. In older files also "the narrator". */
  initiator: z.string(),
  /** humour, off-script, catch-up, lore, planning … : what the initiator's archetype tends to. */
  type: z.string(),
  intensity: z.enum(["light", "medium", "heavy", "spiral"]),
  /** hook (woven in), redirect, forced; none while it lasts, where the session ended in it, or where the group came back by itself. */
  recoveryMethod: z.enum(["hook", "redirect", "forced", "ignored", "none"]),
  /** Did the story take up what the tangent was about? */
  woven: z.enum(["woven", "discarded", "unknown"]),
  /** The narrator's words of return, in the turn in which it ended. */
  segue: z.string().optional(),
  /** Did a relay tell the narrator of it? Otherwise it is table talk, and counts in no metric. Absent in older files: true. */
  reached: z.boolean().optional(),
  /** How natural the return was, 1 to 5; absent: not judged. */
  segueQuality: z.number().min(1).max(5).optional(),
});
export type Tangent = z.infer<typeof tangent>;

/** Something told to one player alone, what they answered, and what became of it. */
export const privateMoment = z.object({
  turn: z.number().int(),
  target: z.string(),
  seat: z.number().int(),
  content: z.string(),
  response: z.string(),
  shared: z.boolean(),
  /** What the target told the others, where they did, and in which turn, where it was a later one. */
  telling: z.string().optional(),
  sharedTurn: z.number().int().optional(),
  /** 0 to 1; absent: not judged. */
  backstoryAlignment: z.number().min(0).max(1).optional(),
  narrativeAppropriateness: z.number().min(0).max(1).optional(),
  payoffDetected: z.boolean(),
  payoffTurn: z.number().int().optional(),
});
export type PrivateMoment = z.infer<typeof privateMoment>;
