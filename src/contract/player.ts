import { z } from "zod";
import { archetypeId } from "./archetype.ts";

/** One simulated player, as created for a session. Seats count from 0: they, not names, make call ids. */
export const playerAgent = z.object({
  seat: z.number().int().nonnegative(),
  archetype: archetypeId,
  name: z.string(),
  /** The catalog name of the model that plays. */
  model: z.string(),
  generatedBackstory: z.string(),
  characterForStory: z.string(),
  systemPrompt: z.string(),
});
export type PlayerAgent = z.infer<typeof playerAgent>;

export const groupConfig = z.object({
  players: z.array(playerAgent).min(2).max(5),
  /** The seat that speaks for the group. */
  spokesperson: z.number().int().nonnegative(),
  size: z.number().int().min(2).max(5),
});
export type GroupConfig = z.infer<typeof groupConfig>;
