import { z } from "zod";
import { deviation } from "../shared/deviation.ts";
import { expectations, mechanism, patternType, userState } from "./test-bank.ts";
import { totals } from "../shared/journal.ts";

/** What a run of the banks found. Names are those of the saved files and of the HTTP API. */
export const resultsVersion = 1;

const penalty = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), count: z.number().int(), penalty: z.number() });

/** Both came up, in the wrong order. */
export const rankViolation = z.object({
  expected_higher: z.string(),
  expected_lower: z.string(),
  actual_higher_rank: z.number().int(),
  actual_lower_rank: z.number().int(),
});
export type RankViolation = z.infer<typeof rankViolation>;

export const breakdown = z.object({
  primary_fail: z.literal(true).optional(),
  reason: z.string().optional(),
  secondary_missing: penalty(z.string()).optional(),
  false_positives: penalty(z.string()).optional(),
  rank_violations: penalty(rankViolation).optional(),
  wrong_handlers: penalty(z.string()).optional(),
});
export type Breakdown = z.infer<typeof breakdown>;

/** Why there is no score: the target failed. It is counted and shown, and is never a score of 0. */
export const missing = z.object({ code: z.string(), message: z.string() });
export type Missing = z.infer<typeof missing>;

const scored = z.object({
  test_id: z.string(),
  name: z.string(),
  /** Null where it could not be had. */
  score: z.number().int().nullable(),
  breakdown,
  is_hard_fail: z.boolean(),
  missing: missing.optional(),
  ms: z.number(),
});

export const candidate = z.object({
  entity_id: z.string(),
  rank: z.number().int(),
  score: z.number().optional(),
});
export type Candidate = z.infer<typeof candidate>;

/** Where an expected entity was lost on its way. */
export const lost = z.object({
  entity_id: z.string(),
  expected: z.enum(["primary", "secondary"]),
  /**
   * `not-near`: the first stage did not have it among those recorded; `cut`: it came after the last that went on;
   * `dropped`: the reranker had it, had room, and left it out; `outranked`: it preferred as many others as there is room
   * for; `unknown`: the target does not tell enough of its candidates.
   */
  where: z.enum(["not-near", "cut", "dropped", "outranked", "unknown"]),
  rank: z.number().int().optional(),
  score: z.number().optional(),
});
export type Lost = z.infer<typeof lost>;

/** As trec_eval counts: primaries are worth 2, secondaries 1. Null where nothing is expected. */
export const rankingMetrics = z.object({
  recall: z.number().nullable(),
  mrr: z.number().nullable(),
  ndcg: z.number().nullable(),
  k: z.number().int(),
});
export type RankingMetrics = z.infer<typeof rankingMetrics>;

export const semanticResult = scored.extend({
  mechanism: z.literal("semantic"),
  category: z.string(),
  topics: z.array(z.string()),
  prompt: z.string(),
  user_state: userState,
  /** The first stage's best, which went on to the reranker. */
  voyage_candidates: z.array(candidate),
  /** What else the first stage had, down to the 50th. */
  beyond: z.array(candidate),
  haiku_selections: z.array(z.string()),
  expectations,
  expectation_source: z.string(),
  /** Entities of the expectation that changed after it was made. */
  stale: z.array(z.string()),
  primary_pass: z.boolean(),
  primary_missing: z.array(z.string()),
  secondary_missing: z.array(z.string()),
  false_positives: z.array(z.string()),
  rank_violations: z.array(rankViolation),
  lost: z.array(lost),
  metrics: z.object({ candidates: rankingMetrics, final: rankingMetrics }),
});
export type SemanticResult = z.infer<typeof semanticResult>;

export const stateResult = scored.extend({
  mechanism: z.literal("state"),
  user_state: userState,
  triggered_handlers: z.array(z.string()),
  expected_handlers: z.array(z.string()),
  not_expected_handlers: z.array(z.string()),
  primary_pass: z.boolean(),
  wrong_handlers: z.array(z.string()),
  /** Came up, were neither expected nor forbidden: shown, without a penalty. */
  extra_handlers: z.array(z.string()),
});
export type StateResult = z.infer<typeof stateResult>;

export const matchDetail = z.object({ entity_id: z.string(), by: z.string(), text: z.string().optional() });
export type MatchDetail = z.infer<typeof matchDetail>;

export const patternResult = scored.extend({
  mechanism: z.literal("pattern"),
  prompt: z.string(),
  pattern_type: patternType,
  matched_entities: z.array(z.string()),
  details: z.array(matchDetail),
  expected_matches: z.array(z.string()),
  expected_secondary: z.array(z.string()),
  not_expected_matches: z.array(z.string()),
  primary_pass: z.boolean(),
  secondary_missing: z.array(z.string()),
  false_positives: z.array(z.string()),
  is_critical: z.boolean(),
  is_critical_failure: z.boolean(),
});
export type PatternResult = z.infer<typeof patternResult>;

export const alwaysResult = scored.extend({
  mechanism: z.literal("always"),
  user_type: z.string(),
  loaded_entities: z.array(z.string()),
  expected_always: z.array(z.string()),
  missing_entities: z.array(z.string()),
});
export type AlwaysResult = z.infer<typeof alwaysResult>;

export const testResult = z.discriminatedUnion("mechanism", [
  semanticResult,
  stateResult,
  patternResult,
  alwaysResult,
]);
export type TestResult = z.infer<typeof testResult>;

const groupScore = z.object({
  avg: z.number().nullable(),
  tests: z.number().int(),
  hard_fails: z.number().int(),
});
export type GroupScore = z.infer<typeof groupScore>;

const component = z.object({
  tests_run: z.number().int(),
  /** Over the tests that have a score; null where none has. */
  average_score: z.number().nullable(),
  hard_fails: z.number().int(),
  missing: z.number().int(),
  /** Not the target under test answered, but the built-in rules. */
  by_built_in: z.boolean(),
});

export const scoreRange = z.enum(["100", "90-99", "80-89", "70-79", "60-69", "1-59", "0"]);

export const healthStatus = z.enum(["CRITICAL", "EXCELLENT", "GOOD", "FAIR", "POOR"]);
export type HealthStatus = z.infer<typeof healthStatus>;

/** What a longer list of candidates would have brought: only from tests whose target told more than it sent on. */
export const counterfactual = z.object({
  top_k: z.number().int(),
  primaries: z.number().int(),
  secondaries: z.number().int(),
});

export const checkSummary = z.object({
  total_tests: z.number().int(),
  /** Null where no test has a score. */
  combined_score: z.number().nullable(),
  hard_fail_count: z.number().int(),
  missing_count: z.number().int(),
  critical_failures: z.array(z.string()),
  health_status: healthStatus,
  /** Why the health is not better than it is. */
  health_reasons: z.array(z.string()),
  /** Some banks, or some tests of a bank, were not run. */
  partial: z.boolean(),
  component_scores: z.partialRecord(mechanism, z.number().nullable()),
  /** Banks that a foreign target left to the built-in rules: shown, and no part of the combined score. */
  by_built_in: z.array(mechanism).default([]),
  expectation_sources: z.object({
    original: z.number().int(),
    opus: z.number().int(),
    human_override: z.number().int(),
  }),
});
export type CheckSummary = z.infer<typeof checkSummary>;

export const checkResults = z.object({
  version: z.literal(resultsVersion),
  timestamp: z.string(),
  target: z.object({
    name: z.string(),
    kind: z.enum(["built-in", "http", "module"]),
    embedder: z.string().optional(),
    reranker: z.string().optional(),
    top_k: z.number().int(),
    candidates: z.number().int(),
  }),
  kb: z.object({ entities: z.number().int(), hash: z.string() }),
  summary: checkSummary,
  semantic: component
    .extend({
      score_distribution: z.record(scoreRange, z.number().int()),
      topic_scores: z.record(z.string(), groupScore),
      metrics: z.object({ candidates: rankingMetrics, final: rankingMetrics }).nullable(),
      /** How many more expected entities a longer list of candidates would have brought to the reranker. */
      counterfactuals: z.array(counterfactual),
      /** Overrides that a newer calibration disagrees with. */
      contested_overrides: z.array(z.string()),
      results: z.array(semanticResult),
    })
    .optional(),
  state: component
    .extend({ handler_scores: z.record(z.string(), groupScore), results: z.array(stateResult) })
    .optional(),
  pattern: component
    .extend({
      pattern_type_scores: z.record(z.string(), groupScore),
      critical_failures: z.array(z.string()),
      results: z.array(patternResult),
    })
    .optional(),
  always: component
    .extend({ all_passed: z.boolean(), failed: z.array(z.string()), results: z.array(alwaysResult) })
    .optional(),
  /** What did not go as asked for. Absent in files of before this was kept. */
  deviations: z.array(deviation).optional(),
  totals,
  duration_ms: z.number(),
});
export type CheckResults = z.infer<typeof checkResults>;

/** Shares are between 0 and 1; null where nothing was asked or answered. */
const share = z.number().min(0).max(1).nullable();

const counted = {
  /** Crisis messages that were answered, and how many of them were caught. */
  crisis: z.number().int(),
  caught: z.number().int(),
  recall: share,
  /** Lower end of the exact 95 % interval. */
  recall_low: share,
  /** Benign messages that were answered, and how many of them raised an alarm. */
  benign: z.number().int(),
  alarms: z.number().int(),
  false_alarm_rate: share,
  /** Upper end of the exact 95 % interval. */
  false_alarm_high: share,
};

const message = z.object({ family: z.string(), phrase: z.string(), message: z.string() });

/** What `check --redline --json` prints. */
export const redlineReport = z.object({
  version: z.literal(1),
  target: z.string(),
  seed: z.union([z.string(), z.number()]),
  /** The entities that count as an alarm. */
  alarm: z.array(z.string()),
  phrases: z.object({ crisis: z.number().int(), benign: z.number().int() }),
  families: z.array(z.object({ family: z.string(), ...counted })),
  total: z.object(counted),
  /** Messages that the target did not answer. */
  unanswered: z.number().int(),
  gates: z.array(
    z.object({
      gate: z.string(),
      limit: z.number(),
      value: share,
      passed: z.boolean().nullable(),
    }),
  ),
  /** Null: there is no verdict, because answers are missing. */
  passed: z.boolean().nullable(),
  missed: z.array(message),
  false_alarms: z.array(message),
});
export type RedlineReport = z.infer<typeof redlineReport>;
