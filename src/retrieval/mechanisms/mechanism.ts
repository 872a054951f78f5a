/** The parts of a mechanism. Each one is a module of this shape in the table of `index.ts`. */
import type {
  CheckResults,
  ComponentOf,
  Expectations,
  GroupScore,
  Mechanism,
  MetricsMethod,
  PatternRules,
  QuestionOf,
  AnswerOf,
  ResultOf,
  SemanticTest,
  Stage,
  StateRules,
  TestOf,
} from "../../contract/index.ts";
import type { Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import type { Style } from "./report-parts.ts";
import type { Ask, TargetFacts } from "./target.ts";

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

  question(test: TestOf<Name>, target: Pick<TargetFacts, "topK" | "candidates">): QuestionOf<Name>;
  /** Answers for a target that does not have this mechanism; undefined if nothing built in can. */
  builtIn(world: RulesWorld): Ask<Name> | undefined;

  /** Without an answer the result has no score. */
  evaluate(
    test: TestOf<Name>,
    answer: AnswerOf<Name> | undefined,
    check: CheckContext & { ms: number },
  ): ResultOf<Name>;
  summarise(results: ResultOf<Name>[], check: CheckContext & { byBuiltIn: boolean }): ComponentOf<Name>;
  /** The question and the expectation: two results with equal values are comparable. */
  identity(result: ResultOf<Name>): unknown;
  /** What made it a hard fail: required entities that did not come up. */
  lacking(result: ResultOf<Name>): string[];

  /** Sections of the report about the whole bank. */
  overview(component: ComponentOf<Name>, results: Pick<CheckResults, "summary" | "target">): string[];
  details(result: ResultOf<Name>, style: Style): string[];

  /** In lists of tests. */
  card(test: TestOf<Name>): { prompt?: string; groups: string[] };
  /** Scores by group; undefined if tests of this mechanism are not grouped. */
  groups(component: ComponentOf<Name>): { title: string; scores: Record<string, GroupScore> } | undefined;
  /** What the viewer shows of one result, from the question to the expectation. */
  stages(result: ResultOf<Name>): Stage[];
};

/** The context of checking a bank. `kb` is absent if an external target has its own. */
export type BankWorld = { kb: Kb | undefined; expectationsOf?: (test: SemanticTest) => Expectations };

/** What the built-in rules answer from. */
export type RulesWorld = {
  kb: Kb | undefined;
  rules: PatternRules | undefined;
  stateRules: StateRules | undefined;
};

type CheckContext = {
  target: TargetFacts;
  kb: Kb | undefined;
  expectations: ReadonlyMap<string, Resolved>;
  /** How ranking metrics are cut and averaged. */
  metrics: MetricsMethod;
};

export const NOTHING_TESTED = "expects nothing and forbids nothing, so it can never fail";

/** The result of a test without an answer. */
export const NO_SCORE = { score: null, breakdown: {}, is_hard_fail: false };
