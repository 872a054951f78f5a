/** The type of an archetype. Each one has its own file in this folder, and a line in `archetypes.ts`. */
import type { RelayNoise } from "../../contract/index.ts";

/** How far off the story one player goes in one turn. A spiral is the joint effect of several. */
export type TangentIntensity = "light" | "medium" | "heavy";

/** A way of playing: mostly normal engagement, with an occasional quirk. */
export type Archetype = {
  name: string;
  style: string;
  context: string;
  patterns: readonly string[];
  /** The share of a player's turns in which the quirk shows. Drawn by seeded dice, never left to the model. */
  quirkFrequency: number;
  testsFor: readonly string[];
  /** The catalog name of the model that plays it. */
  model: "grok" | "qwen" | "deepseek" | "kimi-k2";
  /** The player's instruction for a turn in which the quirk shows. */
  quirk: string;
  /**
   * How the quirk may lead off the story: the subject of such a tangent, how often a shown quirk becomes one, and how
   * far it goes.
   */
  tangent?: { type: string; chance: number; intensity: Readonly<Record<TangentIntensity, number>> };
  /** How often this player, as the spokesperson, relays in each way; the rest of the turns faithfully. */
  relay: Readonly<Partial<Record<Exclude<RelayNoise, "faithful">, number>>>;
  /** How often they react immediately to another player. */
  crossTalk: number;
  /** How this player handles a private moment, and how often they tell the others. */
  inPrivate: { manner: string; shareChance: number };
  /** The scripted lines of the offline cast for this archetype. */
  house: HouseLines;
};

/**
 * The script of the offline cast for one archetype. Slots: {thing} something just told, {npc} a person in the scene,
 * {other} another player, {their} something this player mentioned, {option} a possible action, {aside} the subject of a
 * tangent, {what} the private telling. A {thing} can be pointed at and touched: lines use it after "the" or "a", and
 * each pool has some lines without it.
 */
type HouseLines = {
  /** How likely they are to want what most at the table want. Default: 0.62. */
  agreement?: number;
  /** Says little: rarely a reaction and a stance together, and never a generic line. */
  terse?: true;
  /** Their reaction to the narration. */
  reactions: readonly string[];
  /** Their stance. */
  stances: readonly string[];
  /** The quirk showing. Without `wants` they still choose one of the open options. */
  quirks: ReadonlyArray<{ says: string; wants?: string }>;
  /** Off the story. The aside is repeated to the spokesperson, so that the narrator can use it. */
  tangents: ReadonlyArray<{ says: string; aside: string; recap?: boolean }>;
  /** To the narrator alone, after a private moment; and how they begin when they tell the others. */
  answers: readonly string[];
  tellings: readonly string[];
  /** Added when they introduce their character. */
  introductions: readonly string[];
  /** Added before or after an unfaithful relay: {action} is the majority's wish, {own} the speaker's. */
  remarks: { before?: readonly string[]; after?: readonly string[] };
};
