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
  /** How many of the primaries are enough. Absent: all. */
  primary_needed: z.int().min(1).optional(),
  user_state: userState.default({}),
  /** What a right answer says. `--answers` compares the system's answer with it. */
  gold_answer: z.string().min(1).optional(),
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

/** An expected entity that was not selected. */
export const lost = z.object({
  entity_id: z.string(),
  expected: z.enum(["primary", "secondary"]),
  /** Among the candidates of the first stage. Absent: it is not there, or the target reports too few. */
  rank: z.number().int().optional(),
  score: z.number().optional(),
});
export type Lost = z.infer<typeof lost>;

/** Cut at k. Primaries are worth 2, secondaries 1. Null: the target gave no list, or nothing is expected. */
export const rankingMetrics = z.object({
  recall: z.number().nullable(),
  mrr: z.number().nullable(),
  ndcg: z.number().nullable(),
  k: z.number().int(),
});
export type RankingMetrics = z.infer<typeof rankingMetrics>;

/** Over the tests that have a value. */
export const meanRankingMetrics = rankingMetrics.extend({ tests: z.number().int() });
export type MeanRankingMetrics = z.infer<typeof meanRankingMetrics>;

export const semanticMetrics = z.object({
  candidates: meanRankingMetrics,
  final: meanRankingMetrics,
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
  expectations,
  primary_needed: semanticTest.shape.primary_needed,
  /** For each quoted passage: the selection that has it, or completes it. Absent: nothing is quoted. */
  passages: z
    .array(
      z.object({
        quote: z.string(),
        entity_id: z.string().nullable(),
        /** The id that was looked for, because no text came back. */
        from: z.string().optional(),
      }),
    )
    .optional(),
  expectation_source: z.string(),
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
    /** What the system answered from it, if it reports it. */
    answer: z.string().optional(),
  }),
  result: semanticResult,
  component: component.extend({
    score_distribution: z.record(scoreRange, z.number().int()),
    topic_scores: z.record(z.string(), groupScore),
    metrics: semanticMetrics.nullable(),
    results: z.array(semanticResult),
  }),
} as const;
