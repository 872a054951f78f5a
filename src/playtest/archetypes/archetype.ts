import type { ArchetypeId, RelayNoise } from "../../contract/index.ts";

/** How far off the story one player goes in one turn. A spiral is what several make of it together. */
export type TangentIntensity = "light" | "medium" | "heavy";

/** A way of playing: mostly normal engagement, with a quirk that shows now and then. */
export type Archetype = {
  id: ArchetypeId;
  name: string;
  style: string;
  context: string;
  patterns: readonly string[];
  /** In what share of a player's turns the quirk shows. Drawn by seeded dice, never left to the model. */
  quirkFrequency: number;
  testsFor: readonly string[];
  /** The catalog name of the model that plays it. */
  model: "grok" | "qwen" | "deepseek" | "kimi-k2";
  /** What a player is told for a turn in which the quirk shows. */
  quirk: string;
  /** Where the quirk may lead off the story: what such a tangent is about, how often a shown quirk becomes one, and how far it goes. */
  tangent?: { type: string; chance: number; intensity: Readonly<Record<TangentIntensity, number>> };
  /** How often this player, as the spokesperson, relays in which way; the rest of the turns faithfully. */
  relay: Readonly<Partial<Record<Exclude<RelayNoise, "faithful">, number>>>;
  /** How often they react at once to what another player has just said. */
  crossTalk: number;
  /** How this player takes a private moment, and how often they tell the others. */
  inPrivate: { manner: string; shareChance: number };
};
