import type { Candidate, MatchDetail, UserState } from "../../contract/index.ts";

/** What a test asks of a target. */
export type Question =
  | { ask: "retrieve"; testId: string; message: string; userState: UserState }
  | { ask: "handlers"; testId: string; userState: UserState }
  | { ask: "match"; testId: string; message: string }
  | { ask: "always"; testId: string; userType: string; userState: UserState };
type Of<Ask extends Question["ask"]> = Omit<Extract<Question, { ask: Ask }>, "ask">;

/**
 * A RAG system under test. It answers what it has; for what it leaves out the built-in rules run, and reports say that
 * this part of it was not tested. A failure to answer is thrown: the test has no score then.
 */
export type Target = {
  readonly facts: TargetFacts;
  /** Told all messages before the first is asked about, so that work can run ahead. */
  prepare?(messages: readonly string[]): void;
  /** Throws where nothing usable comes back: before all tests are asked at once. The answer counts for its test. */
  probe?(questions: Iterable<Question>): Promise<void>;
  retrieve?(ask: Of<"retrieve">): Promise<Retrieved | undefined>;
  handlers?(ask: Of<"handlers">): Promise<string[] | undefined>;
  match?(ask: Of<"match">): Promise<{ matches: string[]; details: MatchDetail[] } | undefined>;
  always?(ask: Of<"always">): Promise<string[] | undefined>;
};

export type TargetFacts = {
  name: string;
  kind: "built-in" | "http" | "module";
  embedder?: string;
  reranker?: string;
  /** How many the final stage chooses. */
  topK: number;
  /** How many the first stage sends on. */
  candidates: number;
  /** What readers must know about it. */
  notes: string[];
};

export type Retrieved = {
  /** Best first. */
  selections: string[];
  /** What the first stage had, best first: those that went on, and more where it tells. Absent where the system does not tell. */
  candidates?: Candidate[];
};

/** The spec's pipeline: 15 go on to the reranker, 6 come out. */
export const TOP_K = 6;
export const CANDIDATES = 15;
/** How many of the first stage are written down, to tell how near a miss was. */
export const RECORDED = 50;
