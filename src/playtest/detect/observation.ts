import type { Issue, OutputType, Phase, Story } from "../../contract/index.ts";
import type { Secret } from "./secret-ledger.ts";

/** One turn, as the detectors see it: never more than the transcript. */
export type Observation = {
  turn: number;
  phase: Phase;
  /** The narrator's whole output. */
  text: string;
  /** What everybody heard of it. Absent: all of it. */
  heard?: string;
  /** What some were told of it, and not all. */
  told?: ReadonlyArray<{ seat: number; text: string }>;
  /** As classified. */
  type: OutputType;
  pulse: boolean;
  /** The narrator's outputs before this one, oldest first. Only the last of them are looked at. */
  earlier: ReadonlyArray<{ turn: number; text: string; type: OutputType }>;
  /** The players. */
  names: readonly string[];
  guide: Story;
  /** What the group asked for before this output. */
  relay: string;
  /** What it asks for after this output, and who says so. */
  relayNow?: { seat: number; text: string };
  /** What some were told before this turn and nobody has said aloud. */
  secrets?: readonly Secret[];
  /** Reactions to this output. */
  players: ReadonlyArray<{ seat: number; says: string; wants: string }>;
  /** Counting this turn: 0 where this turn is a pulse, 1 in the turn after one. */
  turnsSincePulse: number;
};

/** One kind of fault. Pure: the same observation gives the same issues. */
export type Detector = (observation: Observation) => Issue[];

/** Found by code alone, whatever the text means. */
export const MECHANICAL = "mechanical";
