import { z } from "zod";

/** The id of an archetype. `playtest/archetypes` has the list and checks ids on use. */
export const archetypeId = z.string();
export type ArchetypeId = z.infer<typeof archetypeId>;

/** A way of playing: mostly normal engagement, with an occasional quirk. */
export type Archetype = {
  id: ArchetypeId;
  name: string;
  style: string;
  context: string;
  patterns: readonly string[];
  /** The share of a player's turns in which the quirk shows. Drawn by seeded dice, never left to the model. */
  quirkFrequency: number;
  testsFor: readonly string[];
  /** The catalog name of the model that plays it. */
  model: "grok" | "qwen" | "deepseek" | "kimi-k2";
};

/** A name of the catalog, or `provider/model-id`. A narrator can also be the user's own system. */
export type PlayerModel = Archetype["model"] | (string & {});
export type NarratorModel = "opus-4.5" | "grok-4" | "deepseek-r2" | (string & {});

/** One simulated player of a session. Seats count from 0; call ids use seats, not names. */
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

/** Groups played here have 2 to 5 players; a transcript may have others. */
export const mostPlayers = 12;

export const groupConfig = z.object({
  players: z.array(playerAgent).min(1).max(mostPlayers),
  spokesperson: z.number().int().nonnegative(),
  size: z.number().int().min(1).max(mostPlayers),
});
export type GroupConfig = z.infer<typeof groupConfig>;
