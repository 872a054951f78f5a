/** The semantic mechanism: the meaning of a message brings up entities, by embeddings and a reranker. */
import { z } from "zod";
import { checkedAnswer } from "../answer-reading.ts";
import { bankTest, entityId, expectations, userState } from "../test-bank.ts";
import { component, groupScore, rankViolation, scoredTest } from "../test-score.ts";

export const semanticTest = bankTest.extend({
  category: z.string().default(""),
  // Topics are fields of results, and the parser drops a field of this name.
  topics: z
    .array(
      z
        .string()
        .min(1)
        .refine((name) => name !== "__proto__", "JavaScript reserves this name"),
    )
    .default([]),
  prompt: z.string().min(1),
  ...expectations.shape,
  user_state: userState.default({}),
  /** The id in the imported data, if it cannot be a test id. Run files use it. */
  query_id: z.string().optional(),
  /** The gains of ranking metrics, if judges gave grades. Otherwise a primary is worth 2, a secondary 1. */
  grades: z.array(z.tuple([entityId, z.number().positive()])).optional(),
});
export type SemanticTest = z.infer<typeof semanticTest>;

export const candidate = z.object({
  entity_id: z.string(),
  rank: z.number().int(),
  score: z.number().optional(),
});
export type Candidate = z.infer<typeof candidate>;

/** Where an expected entity was lost. */
export const lost = z.object({
  entity_id: z.string(),
  expected: z.enum(["primary", "secondary"]),
  /**
   * `not-near`: not among the recorded candidates of the first stage; `cut`: ranked below the last one sent to the
   * reranker; `dropped`: the reranker had it and had room, but left it out; `outranked`: the reranker filled its room
   * with others; `unknown`: the target reports too little about its candidates.
   */
  where: z.enum(["not-near", "cut", "dropped", "outranked", "unknown"]),
  rank: z.number().int().optional(),
  score: z.number().optional(),
  /** If the target names its stages: the last one that returned it, and the next one, which did not. */
  stage: z.string().optional(),
  next_stage: z.string().optional(),
});
export type Lost = z.infer<typeof lost>;

/**
 * How ranking metrics are cut and averaged. `at-k`: all three at k, averaged over the tests that have a value.
 * `trec_eval`: recall at k, MRR and nDCG over the whole list, averaged over all tests. As with `trec_eval -c`, a test
 * without a list counts as 0 (the run lacks it), and so does one with nothing expected (nothing is judged relevant).
 */
export const metricsMethod = z.enum(["at-k", "trec_eval"]);
export type MetricsMethod = z.infer<typeof metricsMethod>;

/** Why a test has no ranking metrics. `not-reported`: the target names no candidates. */
export const noMetrics = z.enum(["no-answer", "not-reported", "nothing-expected"]);
export type NoMetrics = z.infer<typeof noMetrics>;

/** Primaries are worth 2, secondaries 1. Null: missing. */
export const rankingMetrics = z.object({
  recall: z.number().nullable(),
  mrr: z.number().nullable(),
  ndcg: z.number().nullable(),
  k: z.number().int(),
  /** Absent if there are metrics, and in older files. */
  missing: noMetrics.optional(),
});
export type RankingMetrics = z.infer<typeof rankingMetrics>;

/** The number of tests with a value, and why others have none. Absent in older files. */
export const meanRankingMetrics = rankingMetrics.extend({
  tests: z.number().int().optional(),
  missing: z.partialRecord(noMetrics, z.number().int()).optional(),
});
export type MeanRankingMetrics = z.infer<typeof meanRankingMetrics>;

export const semanticMetrics = z.object({
  /** Absent in older files: `at-k`. */
  method: metricsMethod.optional(),
  candidates: meanRankingMetrics,
  final: meanRankingMetrics,
  /** If the target names its stages. */
  stages: z.array(meanRankingMetrics.extend({ name: z.string() })).optional(),
});

export const semanticResult = scoredTest.extend({
  mechanism: z.literal("semantic"),
  category: z.string(),
  topics: z.array(z.string()),
  prompt: z.string(),
  user_state: userState,
  /** The first stage's best candidates, sent to the reranker. */
  voyage_candidates: z.array(candidate),
  /** The first stage's other candidates, down to the 50th. */
  beyond: z.array(candidate),
  haiku_selections: z.array(z.string()),
  /** The stages that the target names, each with what it returned, down to the 50th. */
  stages: z
    .array(z.object({ name: z.string(), found: z.array(candidate), metrics: rankingMetrics }))
    .optional(),
  expectations,
  expectation_source: z.string(),
  /** Entities of the expectation that changed after calibration. */
  stale: z.array(z.string()),
  primary_pass: z.boolean(),
  primary_missing: z.array(z.string()),
  secondary_missing: z.array(z.string()),
  false_positives: z.array(z.string()),
  rank_violations: z.array(rankViolation),
  lost: z.array(lost),
  metrics: z.object({ candidates: rankingMetrics, final: rankingMetrics }),
  /** With `--answers`. */
  answer: checkedAnswer.optional(),
});
export type SemanticResult = z.infer<typeof semanticResult>;

/** The gain from a longer candidate list: only from tests with more candidates reported than sent on. */
export const counterfactual = z.object({
  top_k: z.number().int(),
  primaries: z.number().int(),
  secondaries: z.number().int(),
});

export const scoreRange = z.enum(["100", "90-99", "80-89", "70-79", "60-69", "1-59", "0"]);

const found = z.object({
  entity_id: z.string().min(1),
  score: z.number().optional(),
  /** What was retrieved, if the system reports it. */
  text: z.string().optional(),
});

export const semanticShapes = {
  test: semanticTest,
  ask: "retrieve",
  question: z.strictObject({
    test_id: z.string(),
    message: z.string(),
    user_state: userState,
    top_k: z.number().int(),
    candidates: z.number().int(),
  }),
  reply: z.object({
    /** What the final stage chose, best first. */
    selections: z.array(found),
    /** What the first stage found, best first, if the system reports it. */
    candidates: z.array(found).optional(),
    /** The system's own stages, first to last, each with what it returned, best first. */
    stages: z.array(z.object({ name: z.string().min(1).max(200), found: z.array(found) })).optional(),
    /** What the system answered from it, if it reports it. */
    answer: z.string().optional(),
  }),
  result: semanticResult,
  component: component.extend({
    score_distribution: z.record(scoreRange, z.number().int()),
    topic_scores: z.record(z.string(), groupScore),
    metrics: semanticMetrics.nullable(),
    /** How many more expected entities a longer candidate list would have sent to the reranker. */
    counterfactuals: z.array(counterfactual),
    /** Overrides that a newer calibration disagrees with. */
    contested_overrides: z.array(z.string()),
    results: z.array(semanticResult),
  }),
} as const;
