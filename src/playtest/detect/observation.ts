import type { Fact, Issue, OutputType, Phase, Story } from "../../contract/index.ts";
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
  /** The guide's pulse that it told, and those that were told before it, by their ids. */
  guidePulse?: string;
  toldPulses?: readonly string[];
  /** The narrator's outputs before this one, oldest first. Only the last of them are looked at. */
  earlier: ReadonlyArray<{ turn: number; text: string; type: OutputType }>;
  /** What the narration has stated so far. */
  facts: readonly Fact[];
  /** The players. */
  names: readonly string[];
  guide: Story;
  /** What the group asked for before this output. */
  relay: string;
  /** And before the output before this one, where that was part of the story. */
  relayBefore?: string;
  /** What it asks for after this output, and who says so. */
  relayNow?: { seat: number; text: string };
  /** What the players have said at the table so far, and the relays. Only the last of it is looked at. */
  table?: readonly string[];
  /** What some were told before this turn and nobody has said aloud. */
  secrets?: readonly Secret[];
  /** Reactions to this output. */
  players: ReadonlyArray<{ seat: number; says: string; wants: string }>;
  /** What was found in the turns before. Only the last of it is looked at. */
  found?: readonly Issue[];
  openTangent: boolean;
  /** Counting this turn: 0 where this turn is a pulse, 1 in the turn after one. */
  turnsSincePulse: number;
};

/** A candidate needs a model's confirmation to be an issue at all. */
export type Finding = Issue & { candidate?: boolean };

/** One kind of fault. Pure: the same observation gives the same findings. */
export type Detector = (observation: Observation) => { findings: Finding[]; facts?: Fact[] };
