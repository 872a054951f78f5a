import type { Phase, Story } from "../../contract/index.ts";

/** A narrator's output and what one must know to say what it is. */
export type ClassifyInput = {
  text: string;
  /** The players' names; the index is the seat. */
  names: readonly string[];
  turn: number;
  phase: Phase;
  /** Is the group off the story at the moment? */
  openTangent: boolean;
  /** What the group last told the narrator; empty at first. */
  relay: string;
  /** The last few outputs of the narrator, the newest last. */
  earlier: readonly string[];
  guide: Story;
};
