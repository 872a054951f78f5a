import type { NarratorMarks, Phase, PrivateMoment, Story } from "../../contract/index.ts";

/** A narrator's output, and what is needed to classify it. */
export type ClassifyInput = {
  text: string;
  /** What a narrator of the user's own says about its output. */
  marks?: NarratorMarks;
  /** The players' names; the index is the seat. */
  names: readonly string[];
  turn: number;
  phase: Phase;
  /** What single players were told alone and not everybody knows yet. */
  secrets: ReadonlyArray<Pick<PrivateMoment, "turn" | "seat" | "content">>;
  /** What the group last told the narrator; empty at first. */
  relay: string;
  /** The narrator's last outputs, newest last. */
  earlier: readonly string[];
  guide: Story;
};
