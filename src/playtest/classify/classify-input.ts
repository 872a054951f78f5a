import type { Phase, Story } from "../../contract/index.ts";

/** A narrator's output and what one must know to say what it is. */
export type ClassifyInput = {
  text: string;
  /** The players' names; the index is the seat. */
  names: readonly string[];
  /** The seat that speaks for the group, where it is known: a narrator may call it so. */
  spokesperson?: number;
  turn: number;
  phase: Phase;
  /** Is the group off the story at the moment? */
  openTangent: boolean;
  /** What the group last told the narrator; empty at first. */
  relay: string;
  /** The last few outputs of the narrator, the newest last. */
  earlier: readonly string[];
  guide: Story;
  /** The guide's pulses that were told before, by their ids. */
  told: readonly string[];
};
