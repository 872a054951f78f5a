import type { Phase, Reading } from "../../contract/index.ts";
import type { Gateway, ResolvedModel } from "../../kernel/models/index.ts";

/** A turn as the reader gets it, played here or elsewhere. */
export type ReaderTurn = {
  turn: number;
  phase: Phase;
  /** Everything the narrator said, to all or to some. */
  narration: string;
  /** The parts that only some heard. Absent: nobody has classified the narration, and the reader finds them. */
  told?: ReadonlyArray<{ seats: readonly number[]; text: string }>;
  /** What was said at the table, in order. */
  talk: ReadonlyArray<{ seat: number; says: string }>;
  /** What each player wants the group to do. Absent in transcripts played elsewhere. */
  wishes?: ReadonlyArray<{ seat: number; wants: string }>;
  /** What the spokesperson told the narrator. */
  relay?: string;
};

/** Who plays what. */
export type ReaderTable = {
  story: string;
  names: readonly string[];
  /** Whom each seat plays. Absent in transcripts played elsewhere. */
  characters?: readonly string[];
  spokesperson?: number;
};

export type ReadOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  /** The model that confirms findings. */
  secondLook: ResolvedModel;
  table: ReaderTable;
  /** From the first turn to the one to read. */
  turns: readonly ReaderTurn[];
  /** Of the turns before it. */
  readings: readonly Reading[];
  signal?: AbortSignal;
};
