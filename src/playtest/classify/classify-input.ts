/** The input of the rules and the model classifier: a narrator's output and the state of the session. */
import type { Phase, PrivateMoment, Story } from "../../contract/index.ts";

/** In a transcript played elsewhere the answer and what became of it are unknown. */
export type PrivateExchange = Pick<PrivateMoment, "turn" | "seat" | "content"> &
  Partial<Pick<PrivateMoment, "response" | "shared" | "telling">>;

export type ClassifyInput = {
  text: string;
  /** The players' names; the index is the seat. */
  names: readonly string[];
  /** The seat that speaks for the group, if known: a narrator may address it by that role. */
  spokesperson?: number;
  turn: number;
  phase: Phase;
  /** Whether the group is off the story now, as far as rules can tell. */
  openTangent: boolean;
  /** The seats that went off the story in the previous turn, by the players' own marks. Absent: unknown. */
  strayed?: readonly number[];
  /** Private tellings so far, and what became of them; newest last. */
  exchanges: readonly PrivateExchange[];
  /** What the group last told the narrator; empty at first. */
  relay: string;
  /** The narrator's last few outputs, newest last; very long ones are cut. */
  earlier: readonly string[];
  guide: Story;
  /** The ids of the guide's pulses told before. */
  told: readonly string[];
};
