import { z } from "zod";
import { mostPlayers } from "./player.ts";

const name = z.string().trim().min(1).max(80);

/**
 * One turn of a session that was played elsewhere: one line of a transcript file. What the players say and the relay
 * come after the narration of the same turn. Other fields are ignored, `labels` among them.
 */
export const transcriptTurn = z.object({
  session: z.string().min(1).max(120),
  turn: z.number().int().min(1).max(1_000),
  /** What the story is about, in a sentence. */
  story: z.string().trim().min(1).max(2_000),
  players: z.array(name).min(1).max(mostPlayers),
  narrator: z.string().trim().min(1).max(40_000),
  said: z.array(z.object({ name, says: z.string().max(10_000) })).max(200),
  /** What the group tells the narrator. It may be missing in a last turn. */
  relay: z.string().max(10_000).nullish(),
});
export type TranscriptTurn = z.infer<typeof transcriptTurn>;
