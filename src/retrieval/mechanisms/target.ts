/** A RAG system under test, as the mechanisms see it. */
import type { AnswerOf, Mechanism, Note, QuestionOf } from "../../contract/index.ts";

/** Undefined: the target does not have this mechanism. A failure to answer is thrown, and the test has no score. */
export type Ask<Name extends Mechanism> = (
  question: QuestionOf<Name>,
  /** From 1. The target gets the same request; only the record of the call differs. */
  attempt?: number,
) => Promise<AnswerOf<Name> | undefined>;

/** The end of a call's id: the first attempt has none, so that recordings of single runs still fit. */
export const attemptId = (attempt = 1): string => (attempt === 1 ? "" : `/${attempt}`);

/** The mechanisms that a target has. For the others the built-in rules answer, and reports say so. */
export type Answers = { [Name in Mechanism]?: Ask<Name> };

export type AnyQuestion = { [Name in Mechanism]: { mechanism: Name; question: QuestionOf<Name> } }[Mechanism];

export type Target = Answers & {
  readonly facts: TargetFacts;
  /** Gets all messages of the semantic tests before the first question, so that embedding can run ahead. */
  prepare?(messages: readonly string[]): void;
  /**
   * Called before all tests are sent at once; throws if no usable answer comes back. The answer counts for its test.
   * `workedBefore`: a resumed run has answers, so a failure may be that of single tests.
   */
  probe?(questions: Iterable<AnyQuestion>, resumed?: { workedBefore: boolean }): Promise<void>;
};

export type TargetFacts = {
  name: string;
  kind: "built-in" | "http" | "module" | "function" | "run";
  embedder?: string;
  reranker?: string;
  topK: number;
  /** The number of candidates that the first stage sends to it. */
  candidates: number;
  /** On its semantic tests. */
  notes: Note[];
  /** Mechanisms that always give the same answer: repeating them says nothing. */
  deterministic?: readonly Mechanism[];
};

/** The spec's pipeline: 15 candidates go to the reranker, 6 are selected. */
export const TOP_K = 6;
export const CANDIDATES = 15;
/** The number of recorded candidates, to show how close a miss was. */
export const RECORDED = 50;
