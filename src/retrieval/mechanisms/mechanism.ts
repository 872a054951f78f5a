/** The parts of a mechanism. Each one is a module of this shape in the table of `index.ts`. */
import type {
  CheckResults,
  ComponentOf,
  Expectations,
  GroupScore,
  Mechanism,
  PatternRules,
  QuestionOf,
  AnswerOf,
  ResultOf,
  SemanticTest,
  StateRules,
  TestOf,
  Note,
} from "../../contract/index.ts";
import type { Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import type { EntityList, Style } from "./report-parts.ts";

/** Undefined: the target does not have this mechanism. A failure to answer is thrown, and the test has no score. */
export type Ask<Name extends Mechanism> = (
  question: QuestionOf<Name>,
  /** From 1. The target gets the same request; only the record of the call differs. */
  attempt?: number,
) => Promise<AnswerOf<Name> | undefined>;

/** The end of a call's id: the first attempt has none, so that recordings of single runs still fit. */
export const attemptId = (attempt = 1): string => (attempt === 1 ? "" : `/${attempt}`);

/** The mechanisms that a target has. */
export type Answers = { [Name in Mechanism]?: Ask<Name> };

export type AnyQuestion = { [Name in Mechanism]: { mechanism: Name; question: QuestionOf<Name> } }[Mechanism];

export type Target = Answers & {
  readonly facts: TargetFacts;
  /**
   * Called before all tests are sent at once; throws if no usable answer comes back. The answer counts for its test.
   * `worked`: it has answered before, in a resumed run (then a failure may be that of single tests) or in the baseline.
   */
  probe?(questions: Iterable<AnyQuestion>, worked?: "run" | "baseline"): Promise<void>;
};

export type TargetFacts = {
  name: string;
  kind: "built-in" | "http" | "module" | "function";
  embedder?: string;
  reranker?: string;
  topK: number;
  /** The number of candidates that the first stage sends to it. */
  candidates: number;
  /** On its semantic tests. */
  notes: Note[];
  /** Where its target file looks for the text of a document. */
  textPath?: string | undefined;
  /** Mechanisms that always give the same answer: repeating them says nothing. */
  deterministic?: readonly Mechanism[];
};

/** The spec's pipeline: 15 candidates go to the reranker, 6 are selected. */
export const TOP_K = 6;
export const CANDIDATES = 15;
/** The number of recorded candidates, to show how close a miss was. */
export const RECORDED = 50;

export type MechanismModule<Name extends Mechanism> = {
  bank: {
    /** Below the folder of the banks. */
    file: string;
    /** What a V1 bank gets on conversion to V2. */
    version: string;
    description: string;
    /** The ids of its tests begin with this. */
    idPrefix: string;
    /** A field that only tests of this bank have: it tells V1 banks apart. */
    ownField: string;
  };
  /** Its part of the combined score. Scores are rescaled over the banks that were run. */
  weight: number;

  /** The entities that a test names, by field. */
  mentions(test: TestOf<Name>, world: BankWorld): Record<string, readonly string[]>;
  problems(test: TestOf<Name>, world: BankWorld): string[];
  /** What is odd about the tests of a file, as written, but can be read. */
  oddities?(tests: readonly unknown[]): string[];

  question(test: TestOf<Name>, target: Pick<TargetFacts, "topK" | "candidates">): QuestionOf<Name>;
  /** The answers of the built-in target, from rules. */
  builtIn?(world: RulesWorld): Ask<Name>;

  /** Without an answer the result has no score. */
  evaluate(test: TestOf<Name>, answer: AnswerOf<Name> | undefined, check: CheckContext): ResultOf<Name>;
  summarise(results: ResultOf<Name>[], check: CheckContext): ComponentOf<Name>;
  /** The question and the expectation: two results with equal values are comparable. */
  identity(result: ResultOf<Name>): unknown;
  /** What made it a hard fail: required entities that did not come up. */
  lacking(result: ResultOf<Name>): string[];
  /** What came up. */
  came(result: ResultOf<Name>): string[];

  /** Sections of the report about the whole bank. */
  overview(component: ComponentOf<Name>, results: Pick<CheckResults, "summary" | "target">): string[];
  details(result: ResultOf<Name>, style: Style): string[];
  /** What came up and what was expected. The viewer draws a semantic test from the result itself. */
  outcome(result: ResultOf<Name>): EntityList[];

  /** In lists of tests. */
  card(test: TestOf<Name>): { prompt?: string; groups: string[] };
  /** Scores by group; undefined if tests of this mechanism are not grouped. */
  groups(component: ComponentOf<Name>): { title: string; scores: Record<string, GroupScore> } | undefined;
};

/** The context of checking a bank. `kb` is absent if an external target has its own. */
export type BankWorld = { kb: Kb | undefined; expectationsOf?: (test: SemanticTest) => Expectations };

/** What the built-in rules answer from. */
export type RulesWorld = { kb: Kb; rules: PatternRules; stateRules: StateRules };

type CheckContext = {
  target: TargetFacts;
  kb: Kb | undefined;
  expectations: ReadonlyMap<string, Resolved>;
};

export const NOTHING_TESTED = "expects nothing and forbids nothing, so it can never fail";

/** The result of a test without an answer. */
export const NO_SCORE = { score: null, breakdown: {}, is_hard_fail: false };
