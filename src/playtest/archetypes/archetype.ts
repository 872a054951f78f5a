/** The type of an archetype. Each one has its own file in this folder, and a line in `archetypes.ts`. */
import type { Archetype as Facts, RelayNoise } from "../../contract/index.ts";

/** How far off the story one player goes in one turn. A spiral is the joint effect of several. */
export type TangentIntensity = "light" | "medium" | "heavy";

export type Archetype = Omit<Facts, "id"> & {
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
  /** How this player handles a private moment. */
  inPrivate: string;
  /** The scripted lines of the offline cast for this archetype. */
  house: HouseLines;
};

/** The lines of the offline cast, three a situation. Slots: {other} another player, {option} a possible action. */
type HouseLines = Readonly<
  Record<
    /** To the narration, and what they would do. */
    | "reactions"
    | "stances"
    /** The quirk showing. */
    | "quirks"
    /** To the narrator alone. */
    | "answers",
    readonly string[]
  >
> & {
  /** Off the story. */
  tangents?: readonly string[];
  /** The quirks ask the narrator something, or for a recap. */
  asks?: "question" | "recap";
};
