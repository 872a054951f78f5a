/** The always mechanism: entities loaded into every conversation of a type of user. */
import { z } from "zod";
import { bankTest, entityId, userState } from "../test-bank.ts";
import { component, scoredTest } from "../test-score.ts";

export const alwaysTest = bankTest.extend({
  user_type: z.string().min(1),
  user_state: userState.default({}),
  expected_always: z.array(entityId).min(1),
});

export const alwaysResult = scoredTest.extend({
  mechanism: z.literal("always"),
  user_type: z.string(),
  loaded_entities: z.array(z.string()),
  expected_always: z.array(z.string()),
  missing_entities: z.array(z.string()),
});

export const alwaysShapes = {
  test: alwaysTest,
  ask: "always",
  question: z.strictObject({ test_id: z.string(), user_type: z.string(), user_state: userState }),
  reply: z.object({ loaded: z.array(z.string()) }),
  result: alwaysResult,
  component: component.extend({
    all_passed: z.boolean(),
    failed: z.array(z.string()),
    results: z.array(alwaysResult),
  }),
} as const;
