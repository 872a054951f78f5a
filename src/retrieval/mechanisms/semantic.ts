/**
 * Semantic: the meaning of a message brings up entities. Expectations are versioned, and a loss is traced to its stage.
 */
import { join } from "node:path";
import {
  itemLabel,
  type AnswerOf,
  type Candidate,
  type ExpectedItem,
  type Expectations,
  type Lost,
  type Missing,
  type RankCheck,
  type RankViolation,
  type SemanticTest,
} from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { isTooShort, plainQuote } from "../../kernel/text/index.ts";
import { comparableExpectations, idsIn, itemKey } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import { bankScore, calculateScore, groupScores, NOTHING_EXPECTED, scoreDistribution } from "../score.ts";
import {
  NO_SCORE,
  NOTHING_TESTED,
  type BankWorld,
  type MechanismModule,
  RECORDED,
  type TargetFacts,
} from "./mechanism.ts";
import { placeFinder, type PlaceOf } from "./passages.ts";
import { meanMetrics, metrics } from "./semantic-metrics.ts";
import { semanticDetails, semanticOverview } from "./semantic-report.ts";

export const semantic: MechanismModule<"semantic"> = {
  bank: {
    file: join("semantic", "parent_test_bank.json"),
    version: "2.0",
    description: "Tests for the semantic retrieval pipeline",
    idPrefix: "V2-",
    ownField: "expected_primary",
  },
  weight: 0.6,

  mentions(test, world) {
    const { expected_primary, expected_secondary, not_expected, rank_check } = expectedOf(test, world);
    return {
      expected_primary: idsIn(expected_primary),
      expected_secondary: idsIn(expected_secondary),
      not_expected: idsIn(not_expected),
      rank_check: rank_check.flatMap(({ higher, lower }) => [higher, lower]),
    };
  },
  problems(test, world) {
    const { expected_primary, expected_secondary, not_expected } = expectedOf(test, world);
    const wanted = [...expected_primary, ...expected_secondary];
    const keys = new Set(wanted.map(itemKey));
    return [
      ...(wanted.length + not_expected.length === 0 && test.gold_answer === undefined
        ? [NOTHING_TESTED]
        : []),
      ...((test.primary_needed ?? 0) > test.expected_primary.length
        ? [`needs ${test.primary_needed} of ${counted(test.expected_primary.length, "primary", "primaries")}`]
        : []),
      ...[...wanted, ...not_expected]
        .filter((item) => typeof item !== "string" && isTooShort(plainQuote(item.quote)))
        .map((item) => `${itemLabel(item)} is too short: quote at least a whole sentence`),
      ...not_expected
        .filter((item) => keys.has(itemKey(item)))
        .map((item) => `"${itemLabel(item)}" is expected and forbidden`),
    ];
  },

  question: ({ test_id, prompt, user_state }, { topK, candidates }) => ({
    test_id,
    message: prompt,
    user_state,
    top_k: topK,
    candidates,
  }),

  evaluate(test, answer, { target, kb, expectations }) {
    const resolved = expectations.get(test.test_id)!;
    const unscored = {
      mechanism: "semantic" as const,
      test_id: test.test_id,
      name: test.name,
      category: test.category,
      topics: test.topics,
      prompt: test.prompt,
      user_state: test.user_state,
      voyage_candidates: [],
      beyond: [],
      haiku_selections: [],
      expectations: resolved.expectations,
      primary_needed: test.primary_needed,
      expectation_source: resolved.source,
      primary_pass: false,
      primary_missing: [],
      secondary_missing: [],
      false_positives: [],
      rank_violations: [],
      lost: [],
      metrics: {
        candidates: metrics(undefined, target.candidates, resolved),
        final: metrics(undefined, target.topK, resolved),
      },
      ...NO_SCORE,
    };
    return answer ? { ...unscored, ...verdict(answer, { ...resolved, test, target, kb }) } : unscored;
  },
  summarise(results, { target: { candidates, topK } }) {
    const scores = results.flatMap(({ score }) => (score === null ? [] : [score]));
    return {
      ...bankScore(results),
      score_distribution: scoreDistribution(scores),
      topic_scores: groupScores(results, ({ topics }) => topics),
      metrics:
        scores.length === 0
          ? null
          : {
              candidates: meanMetrics(results, "candidates", candidates),
              final: meanMetrics(results, "final", topK),
            },
      results,
    };
  },
  identity: ({ prompt, user_state, expectations, primary_needed }) => [
    prompt,
    user_state,
    primary_needed,
    comparableExpectations(expectations),
  ],
  lacking: ({ primary_missing }) => primary_missing,
  came: ({ haiku_selections }) => haiku_selections,

  overview: semanticOverview,
  details: semanticDetails,

  card: ({ prompt, topics }) => ({ prompt, groups: topics }),
  groups: ({ topic_scores }) => ({ title: "Topics, worst first", scores: topic_scores }),
  outcome: () => [],
};

const expectedOf = (test: SemanticTest, { expectationsOf }: BankWorld): Expectations =>
  expectationsOf?.(test) ?? test;

function verdict(
  answer: AnswerOf<"semantic">,
  {
    expectations,
    test: { primary_needed: needed, grades },
    target,
    kb,
  }: { expectations: Expectations; test: SemanticTest; target: TargetFacts; kb: Kb | undefined },
) {
  const { candidates: listed = [] } = answer;
  // What only a candidate has was not selected, although another chunk of its document was.
  const placeOf = placeFinder([answer.selections, listed], kb);
  const placeOfCandidate = placeFinder([[...answer.selections, ...listed]], kb);
  // All selections, even beyond the requested number: production would load them.
  const selections = [...new Set(answer.selections.map(({ entity_id }) => entity_id))];
  const reported = ranked(listed);
  const candidates = reported.slice(0, Math.max(RECORDED, target.candidates));
  // Selections came from somewhere: an empty list next to them is not a list of candidates.
  const isReported = answer.candidates !== undefined && (reported.length > 0 || selections.length === 0);
  const { primaryMissing, secondaryMissing, falsePositives, rankViolations, ...scored } = scoreSelections(
    selections,
    { expectations, needed, placeOf },
  );
  const lostAs =
    (expected: Lost["expected"]) =>
    (item: ExpectedItem): Lost => {
      const { rank, score } = candidates[placeOfCandidate(item, idsOf(candidates)) ?? -1] ?? {};
      return { entity_id: itemLabel(item), expected, rank, score };
    };
  const isWithoutText = answer.selections.every(
    ({ entity_id, text }) => text === undefined && !kb?.byId.has(entity_id),
  );
  const passages = [...expectations.expected_primary, ...expectations.expected_secondary].flatMap((item) =>
    typeof item === "string"
      ? []
      : [
          {
            quote: itemLabel(item),
            entity_id: selections[placeOf(item, selections) ?? -1] ?? null,
            from: isWithoutText ? item.from : undefined,
          },
        ],
  );
  return {
    passages: passages.length > 0 ? passages : undefined,
    voyage_candidates: candidates.slice(0, target.candidates),
    beyond: candidates.slice(target.candidates),
    haiku_selections: selections,
    primary_pass: primaryMissing.length === 0,
    primary_missing: primaryMissing.map(itemLabel),
    secondary_missing: secondaryMissing.map(itemLabel),
    false_positives: falsePositives.map(itemLabel),
    rank_violations: rankViolations,
    lost: [...primaryMissing.map(lostAs("primary")), ...secondaryMissing.map(lostAs("secondary"))],
    metrics: {
      candidates: metrics(isReported ? idsOf(reported) : undefined, target.candidates, {
        expectations,
        grades,
        placeOf: placeOfCandidate,
      }),
      final: metrics(selections, target.topK, { expectations, grades, placeOf }),
    },
    ...scored,
  };
}

const idsOf = (found: readonly Candidate[]): string[] => found.map(({ entity_id }) => entity_id);

/**
 * What these selections score with these expectations. With enough primaries no other one is missing. An expectation
 * that cannot be judged leaves the test without a score.
 */
function scoreSelections(
  selections: readonly string[],
  {
    expectations: { expected_primary, expected_secondary, not_expected, rank_check },
    needed = expected_primary.length,
    placeOf,
  }: { expectations: Expectations; needed: number | undefined; placeOf: PlaceOf },
) {
  const place = (item: ExpectedItem) => placeOf(item, selections);
  const absent = (items: readonly ExpectedItem[]) => items.filter((item) => place(item) === -1);
  const lacking = absent(expected_primary);
  const found = {
    // An override may leave fewer primaries than the test needs.
    primaryMissing:
      expected_primary.length - lacking.length >= Math.min(needed, expected_primary.length) ? [] : lacking,
    secondaryMissing: absent(expected_secondary),
    falsePositives: not_expected.filter((item) => (place(item) ?? -1) >= 0),
    rankViolations: violations(selections, rank_check),
  };
  const all = [...expected_primary, ...expected_secondary, ...not_expected];
  const why =
    all.length === 0
      ? EXPECTS_NOTHING
      : all.some((item) => place(item) === undefined)
        ? NOT_JUDGED
        : undefined;
  if (why) return { ...found, ...NO_SCORE, missing: why };
  const { score, breakdown, isHardFail } = calculateScore({
    primaryPass: found.primaryMissing.length === 0,
    ...found,
    secondaryMissing: found.secondaryMissing.map(itemLabel),
    falsePositives: found.falsePositives.map(itemLabel),
  });
  return { ...found, score, breakdown, is_hard_fail: isHardFail };
}

const EXPECTS_NOTHING: Missing = {
  code: NOTHING_EXPECTED,
  message: "expects no document, so only its answer can be scored (--answers)",
};
export const NO_TEXT = "no-text";
const NOT_JUDGED: Missing = {
  code: NO_TEXT,
  message:
    'quotes a passage, but the target returned a document without its text, and the expectation has no "from" to compare',
};

/** An entity listed twice keeps its better rank: it must not count twice in recall. */
function ranked(listed: NonNullable<AnswerOf<"semantic">["candidates"]>): Candidate[] {
  const seen = new Set<string>();
  return listed
    .filter(({ entity_id }) => !seen.has(entity_id) && seen.add(entity_id))
    .map(({ entity_id, score }, index) => ({
      entity_id,
      rank: index + 1,
      score,
    }));
}

/** Only if both came up: a missing entity already has its penalty. */
function violations(selections: readonly string[], checks: readonly RankCheck[]): RankViolation[] {
  return checks.flatMap(({ higher, lower }) => {
    const [above, below] = [selections.indexOf(higher), selections.indexOf(lower)];
    return above < 0 || below < 0 || above < below
      ? []
      : [
          {
            expected_higher: higher,
            expected_lower: lower,
            actual_higher_rank: above + 1,
            actual_lower_rank: below + 1,
          },
        ];
  });
}
