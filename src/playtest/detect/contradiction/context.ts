import type { Fact } from "../../../contract/index.ts";
import type { Ledger } from "./ledger.ts";
import type { Names } from "./mentions.ts";
import type { Sentence } from "./reading.ts";
import type { Statement } from "./statement.ts";

/** An output, or a part of one. `close`: told in the same breath as the fact, right after it, or right now. */
export type Told = { text: string; close: boolean };

/** What a rule may look at beside its sentence. */
export type Context = {
  names: Names;
  ledger: Ledger;
  turn: number;
  /** The tense the story is told in: what stands in the other one is not about now. */
  tense: () => "present" | "past";
  /** All that was told since a fact, this whole output included but for a part; nothing where some of it is out of sight. */
  toldSince(fact: Fact, except?: { start: number; end: number }): Told[] | undefined;
};

/** Says what a sentence states about one kind of fact. */
export type Rule = (sentence: Sentence, context: Context) => readonly Statement[];

/** Most sentences state nothing. */
export const NOTHING: readonly Statement[] = [];
