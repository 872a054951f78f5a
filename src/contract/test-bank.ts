import { z } from "zod";
import { expectations } from "./expectations.ts";
import { entityId } from "./kb-entity.ts";

/** Values that a RAG system knows about its user; a test may set any. */
export const userState = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type UserState = z.infer<typeof userState>;

const test = z.strictObject({
  test_id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/, "give letters, digits, dots, dashes and underscores"),
  name: z.string().default(""),
});

export const semanticTest = test.extend({
  category: z.string().default(""),
  topics: z.array(z.string().min(1)).default([]),
  prompt: z.string().min(1),
  ...expectations.shape,
  user_state: userState.default({}),
});
export type SemanticTest = z.infer<typeof semanticTest>;

export const stateTest = test.extend({
  user_state: userState,
  expected_handlers: z.array(entityId),
  not_expected_handlers: z.array(entityId).default([]),
});
export type StateTest = z.infer<typeof stateTest>;

export const patternType = z.enum(["crisis", "negative", "keyword"]);
export type PatternType = z.infer<typeof patternType>;

export const patternTest = test.extend({
  prompt: z.string().min(1),
  expected_matches: z.array(entityId),
  expected_secondary: z.array(entityId).default([]),
  not_expected_matches: z.array(entityId).default([]),
  pattern_type: patternType,
  is_critical: z.boolean().default(false),
  /** Why it expects what it expects. */
  note: z.string().optional(),
});
export type PatternTest = z.infer<typeof patternTest>;

export const alwaysTest = test.extend({
  user_type: z.string().min(1),
  user_state: userState.default({}),
  expected_always: z.array(entityId).min(1),
});
export type AlwaysTest = z.infer<typeof alwaysTest>;

export const mechanism = z.enum(["semantic", "state", "pattern", "always"]);
export type Mechanism = z.infer<typeof mechanism>;

const bank = <Type extends string, Test extends z.ZodType>(bankType: Type, tests: Test) =>
  z.strictObject({
    bank_type: z.literal(bankType),
    version: z.string().min(1),
    created: z.string().optional(),
    description: z.string().optional(),
    tests: z.array(tests),
  });

export const semanticBank = bank("SEMANTIC", semanticTest);
export const stateBank = bank("STATE", stateTest);
export const patternBank = bank("PATTERN", patternTest);
export const alwaysBank = bank("ALWAYS", alwaysTest);

export type SemanticBank = z.infer<typeof semanticBank>;
export type StateBank = z.infer<typeof stateBank>;
export type PatternBank = z.infer<typeof patternBank>;
export type AlwaysBank = z.infer<typeof alwaysBank>;
