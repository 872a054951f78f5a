import type { Phase, PrivateMoment, Story } from "../../contract/index.ts";

export type PrivateExchange = Pick<
  PrivateMoment,
  "turn" | "seat" | "content" | "response" | "shared" | "telling"
>;

/** A narrator's output and what one must know to say what it is. */
export type ClassifyInput = {
  text: string;
  /** The players' names; the index is the seat. */
  names: readonly string[];
  /** The seat that speaks for the group, where it is known: a narrator may call it so. */
  spokesperson?: number;
  turn: number;
  phase: Phase;
  /** Is the group off the story at the moment, as far as rules can tell? */
  openTangent: boolean;
  /** The seats that went off the story in the turn before, by the players' own marks. */
  strayed: readonly number[];
  /** What single players were told alone so far, and what came of it; the newest last. */
  exchanges: readonly PrivateExchange[];
  /** What the group last told the narrator; empty at first. */
  relay: string;
  /** The last few outputs of the narrator, the newest last; very long ones are cut. */
  earlier: readonly string[];
  guide: Story;
  /** The guide's pulses that were told before, by their ids. */
  told: readonly string[];
};
