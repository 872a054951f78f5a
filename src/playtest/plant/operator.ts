import type { IssueType, OperatorName } from "../../contract/index.ts";
import type { Dice } from "../../kernel/dice/index.ts";
import type { Transcript } from "./transcript.ts";

/** What is put in the place of what was said in a turn. */
export type Edit = { text?: string; says?: { seat: number; words: string }; relay?: string };

/** One fault in a copy of a transcript: where it stands, and what was changed for it. */
export type Plant = {
  turn: number;
  endTurn: number;
  edits: ReadonlyMap<number, Edit>;
  /** For people who look into a miss. */ about: string;
};

export type PlantOptions = {
  dice: Dice;
  /** Words in which faults are told: those that detectors were fitted on, or others. */
  bank: Bank;
  /** Where foreign scenes come from. */
  others: readonly Transcript[];
};

export type Bank = "fit" | "report";

/** Plants one kind of fault. Nothing where a transcript has no place for it. */
export type Operator = {
  name: OperatorName;
  expects: IssueType;
  plant(transcript: Transcript, options: PlantOptions): Plant | undefined;
};
