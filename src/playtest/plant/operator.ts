import type { IssueType, OperatorName } from "../../contract/index.ts";
import type { Dice } from "../../kernel/dice/index.ts";
import type { Transcript } from "./transcript.ts";

/** One fault in a copy of a transcript: where it stands, and what the narrator says for it in each turn. */
export type Plant = {
  turn: number;
  endTurn: number;
  edits: ReadonlyMap<number, string>;
  /** For people who look into a miss. */ about: string;
};

/** Plants one kind of fault that code can find. Nothing where a transcript has no place for it. */
export type Operator = {
  name: OperatorName;
  expects: IssueType;
  plant(transcript: Transcript, dice: Dice): Plant | undefined;
};
