/**
 * Semantic: the meaning of a message brings up entities. Expectations are versioned, and a loss is traced to its stage.
 */
import { join } from "node:path";
import type {
  AnswerOf,
  Candidate,
  Expectations,
  Lost,
  MetricsMethod,
  RankCheck,
  RankViolation,
  SemanticTest,
} from "../../contract/index.ts";
import { comparableExpectations, staleEntities } from "../expectations/index.ts";
import { bankScore, calculateScore, groupScores, scoreDistribution } from "../score.ts";
import {
  NO_SCORE,
  NOTHING_TESTED,
  type BankWorld,
  type MechanismModule,
  RECORDED,
  type TargetFacts,
} from "./mechanism.ts";
import { counterfactuals, meanMetrics, metrics, stageMetrics, withoutMetrics } from "./semantic-metrics.ts";
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
      expected_primary,
      expected_secondary,
      not_expected,
      rank_check: rank_check.flatMap(({ higher, lower }) => [higher, lower]),
    };
  },
  problems(test, world) {
    const { expected_primary, expected_secondary, not_expected, rank_check } = expectedOf(test, world);
    const wanted = [...expected_primary, ...expected_secondary];
    const otherwiseLoaded = wanted.flatMap((id) => {
      const mode = world.kb?.byId.get(id)?.load_mode;
      return mode === undefined || mode === "SEMANTIC"
        ? []
        : [`"${id}" is loaded by ${mode.toLowerCase()}, so semantic search cannot find it`];
    });
    return [
      ...(wanted.length + not_expected.length === 0 ? [NOTHING_TESTED] : []),
      ...expected_secondary
        .filter((id) => expected_primary.includes(id))
        .map((id) => `"${id}" is primary and secondary`),
      ...otherwiseLoaded,
      ...not_expected.filter((id) => wanted.includes(id)).map((id) => `"${id}" is expected and forbidden`),
      ...rank_check
        .filter(({ higher, lower }) => higher === lower)
        .map(({ higher }) => `"${higher}" cannot come before itself`),
    ];
  },

  question: ({ test_id, prompt, user_state }, { topK, candidates }) => ({
    test_id,
    message: prompt,
    user_state,
    top_k: topK,
    candidates,
  }),
  // Retrieval is the target's own work: no built-in rule can replace it.
  builtIn: () => undefined,

  evaluate(test, answer, { target, kb, expectations, metrics, ms }) {
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
      expectation_source: resolved.source,
      stale: kb ? staleEntities(resolved, kb.hashes) : [],
      primary_pass: false,
      primary_missing: [],
      secondary_missing: [],
      false_positives: [],
      rank_violations: [],
      lost: [],
      metrics: {
        candidates: withoutMetrics("no-answer", target.candidates),
        final: withoutMetrics("no-answer", target.topK),
      },
      ...NO_SCORE,
      ms,
    };
    return answer
      ? {
          ...unscored,
          ...verdict(answer, {
            expectations: resolved.expectations,
            grades: test.grades,
            target,
            method: metrics,
          }),
        }
      : unscored;
  },
  summarise(results, { byBuiltIn, expectations, target, metrics: method }) {
    const scores = results.flatMap(({ score }) => (score === null ? [] : [score]));
    return {
      ...bankScore(results, byBuiltIn),
      score_distribution: scoreDistribution(scores),
      topic_scores: groupScores(results, ({ topics }) => topics),
      metrics:
        scores.length === 0
          ? null
          : {
              method,
              candidates: meanMetrics(
                results.map(({ metrics }) => metrics.candidates),
                { k: target.candidates, method },
              ),
              final: meanMetrics(
                results.map(({ metrics }) => metrics.final),
                { k: target.topK, method },
              ),
              ...stageMetrics(results, { k: target.candidates, method }),
            },
      counterfactuals: counterfactuals(results, target.candidates),
      contested_overrides: results
        .map(({ test_id }) => test_id)
        .filter((id) => expectations.get(id)?.contestedBy !== undefined),
      results,
    };
  },
  identity: ({ prompt, user_state, expectations }) => [
    prompt,
    user_state,
    comparableExpectations(expectations),
  ],
  lacking: ({ primary_missing }) => primary_missing,

  overview: semanticOverview,
  details: semanticDetails,

  card: ({ prompt, topics }) => ({ prompt, groups: topics }),
  groups: ({ topic_scores }) => ({ title: "Topics, worst first", scores: topic_scores }),
  // The viewer draws the whole pipeline from the result itself.
  stages: () => [],
};

const expectedOf = (test: SemanticTest, { expectationsOf }: BankWorld): Expectations =>
  expectationsOf?.(test) ?? test;

function verdict(
  answer: AnswerOf<"semantic">,
  {
    expectations,
    grades,
    target,
    method,
  }: {
    expectations: Expectations;
    grades: SemanticTest["grades"];
    target: TargetFacts;
    method: MetricsMethod;
  },
) {
  // All selections, even beyond the requested number: production would load them.
  const selections = [...new Set(answer.selections.map(({ entity_id }) => entity_id))];
  const stages = (answer.stages ?? []).map(({ name, found }) => ({ name, found: ranked(found) }));
  // Without candidates of its own: what the stage before the last one returned.
  const before = stages.at(-2) ?? stages.at(-1);
  const reported = answer.candidates ? ranked(answer.candidates) : (before?.found ?? []);
  const candidates = reported.slice(0, Math.max(RECORDED, target.candidates));
  // Selections came from somewhere: an empty list next to them is not a list of candidates.
  const isReported =
    (answer.candidates ?? before) !== undefined && (reported.length > 0 || selections.length === 0);
  const { primaryMissing, secondaryMissing, falsePositives, rankViolations, score, breakdown, isHardFail } =
    scoreSelections(selections, expectations);
  const where =
    (expected: Lost["expected"]) =>
    (id: string): Lost =>
      stages.length > 0
        ? { entity_id: id, expected, ...lostAfter(id, stages) }
        : whereLost(id, expected, { selections, candidates, target });
  return {
    voyage_candidates: candidates.slice(0, target.candidates),
    beyond: candidates.slice(target.candidates),
    haiku_selections: selections,
    ...(stages.length > 0 && {
      stages: stages.map(({ name, found }) => ({
        name,
        found: found.slice(0, RECORDED),
        metrics: metrics(
          found.map(({ entity_id }) => entity_id),
          { expectations, grades, k: target.candidates, method },
        ),
      })),
    }),
    primary_pass: primaryMissing.length === 0,
    primary_missing: primaryMissing,
    secondary_missing: secondaryMissing,
    false_positives: falsePositives,
    rank_violations: rankViolations,
    lost: [...primaryMissing.map(where("primary")), ...secondaryMissing.map(where("secondary"))],
    metrics: {
      candidates: metrics(isReported ? reported.map(({ entity_id }) => entity_id) : undefined, {
        expectations,
        grades,
        k: target.candidates,
        method,
      }),
      final: metrics(selections, { expectations, grades, k: target.topK, method }),
    },
    score,
    breakdown,
    is_hard_fail: isHardFail,
  };
}

/** What these selections score with these expectations. */
export function scoreSelections(selections: readonly string[], expectations: Expectations) {
  const absent = (ids: readonly string[]) => ids.filter((id) => !selections.includes(id));
  const found = {
    primaryMissing: absent(expectations.expected_primary),
    secondaryMissing: absent(expectations.expected_secondary),
    falsePositives: expectations.not_expected.filter((id) => selections.includes(id)),
    rankViolations: violations(selections, expectations.rank_check),
  };
  return { ...found, ...calculateScore({ primaryPass: found.primaryMissing.length === 0, ...found }) };
}

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

function whereLost(
  id: string,
  expected: Lost["expected"],
  {
    selections,
    candidates,
    target,
  }: { selections: readonly string[]; candidates: readonly Candidate[]; target: TargetFacts },
): Lost {
  const found = candidates.find(({ entity_id }) => entity_id === id);
  // A list shorter than the reranker's input says nothing about what is not in it.
  if (!found)
    return { entity_id: id, expected, where: candidates.length < target.candidates ? "unknown" : "not-near" };
  const place = { rank: found.rank, score: found.score };
  if (found.rank > target.candidates) return { entity_id: id, expected, where: "cut", ...place };
  return {
    entity_id: id,
    expected,
    where: selections.length >= target.topK ? "outranked" : "dropped",
    ...place,
  };
}

/** In the target's own stages: the last one that returned it. Stages may run in parallel, so an earlier one proves nothing. */
function lostAfter(
  id: string,
  stages: ReadonlyArray<{ name: string; found: readonly Candidate[] }>,
): Pick<Lost, "where" | "stage" | "next_stage" | "rank" | "score"> {
  const at = stages.findLastIndex(({ found }) => found.some(({ entity_id }) => entity_id === id));
  if (at < 0) return { where: "not-near" };
  const { rank, score } = stages[at]!.found.find(({ entity_id }) => entity_id === id)!;
  const next = stages[at + 1]?.name;
  return {
    where: next === undefined ? "cut" : "dropped",
    stage: stages[at]!.name,
    next_stage: next,
    rank,
    score,
  };
}
