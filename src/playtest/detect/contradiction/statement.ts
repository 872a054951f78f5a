import type { Sentence } from "./reading.ts";

export type Attribute = "state" | "condition" | "alive" | "place" | "holder" | "name" | "count" | "time";

/** What a sentence says of one thing. */
export type Statement = {
  /** Normalised: the same thing has the same one in every turn. */
  entity: string;
  /** The thing as people call it. */
  label: string;
  attribute: Attribute;
  /** Without one: it may have changed, and nobody knows to what. */
  value?: string;
  /** It came about here, so it contradicts nothing; otherwise it is how things are said to be. */
  change: boolean;
  /** Asserted by the narrator; absent where the sentence tells by its mood. A change that is only asked for, said or supposed makes the old value uncertain, no more. */
  told?: boolean;
  /** No more than a doubt. */
  doubted?: true;
  /** For how many turns back a conflict is clear, and for how many it is at least worth asking about. */
  clearWithin: number;
  doubtWithin: number;
  /** Where the words stand that say so: in the text, and, where a rule can tell, in the sentence. */
  start: number;
  end: number;
  from?: number;
  to?: number;
};

type Said = Pick<Statement, "entity" | "attribute"> & Partial<Statement>;

/** Fills in what most rules leave to the sentence. */
export const statement = (sentence: Sentence, said: Said): Statement => ({
  label: said.entity,
  change: false,
  clearWithin: -1,
  doubtWithin: -1,
  start: sentence.start,
  end: sentence.end,
  ...said,
});

/** A narrated change. */
export const change = (sentence: Sentence, said: Said): Statement =>
  statement(sentence, { change: true, ...said });

/** Something that may have brought about the value, or may not. */
export const doubt = (sentence: Sentence, said: Said): Statement =>
  statement(sentence, { ...said, change: true, told: false, doubted: true });
