/** The pattern mechanism: words in a message bring up entities, above all crisis handlers. */
import { z } from "zod";
import { bankTest, entityId } from "../test-bank.ts";
import { component, groupScore, scoredTest } from "../test-score.ts";

export const patternType = z.enum(["crisis", "negative", "keyword"]);
export type PatternType = z.infer<typeof patternType>;

export const patternTest = bankTest.extend({
  prompt: z.string().min(1),
  expected_matches: z.array(entityId),
  expected_secondary: z.array(entityId).default([]),
  not_expected_matches: z.array(entityId).default([]),
  /** One of `patternType`; another one only groups its tests. */
  pattern_type: z.string().default("unknown"),
  is_critical: z.boolean().default(false),
  note: z.string().optional(),
});

export const matchDetail = z.object({ entity_id: z.string(), by: z.string(), text: z.string().optional() });
export type MatchDetail = z.infer<typeof matchDetail>;

export const patternResult = scoredTest.extend({
  mechanism: z.literal("pattern"),
  prompt: z.string(),
  pattern_type: z.string(),
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

export const patternShapes = {
  test: patternTest,
  ask: "match",
  question: z.strictObject({ test_id: z.string(), message: z.string() }),
  reply: z.object({ matches: z.array(z.string()), details: z.array(matchDetail).optional() }),
  result: patternResult,
  component: component.extend({
    pattern_type_scores: z.record(z.string(), groupScore),
    critical_failures: z.array(z.string()),
    results: z.array(patternResult),
  }),
} as const;
