import { z } from "zod";

/** The id of a way of playing. `playtest/archetypes` knows which there are, and checks ids where it uses them. */
export const archetypeId = z.string();
export type ArchetypeId = z.infer<typeof archetypeId>;

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

/** Groups that play here have 2 to 5; a transcript may have others. */
export const mostPlayers = 12;

export const groupConfig = z.object({
  players: z.array(playerAgent).min(1).max(mostPlayers),
  spokesperson: z.number().int().nonnegative(),
  size: z.number().int().min(1).max(mostPlayers),
});
export type GroupConfig = z.infer<typeof groupConfig>;
