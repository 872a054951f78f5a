/** The state mechanism: the user's state brings up handlers. */
import { z } from "zod";
import { bankTest, entityId, userState } from "../test-bank.ts";
import { component, groupScore, scoredTest } from "../test-score.ts";

export const stateTest = bankTest.extend({
  user_state: userState,
  expected_handlers: z.array(entityId),
  not_expected_handlers: z.array(entityId).default([]),
});

export const stateResult = scoredTest.extend({
  mechanism: z.literal("state"),
  user_state: userState,
  triggered_handlers: z.array(z.string()),
  expected_handlers: z.array(z.string()),
  not_expected_handlers: z.array(z.string()),
  primary_pass: z.boolean(),
  wrong_handlers: z.array(z.string()),
});

export const stateShapes = {
  test: stateTest,
  ask: "handlers",
  question: z.strictObject({ test_id: z.string(), user_state: userState }),
  reply: z.object({ handlers: z.array(z.string()) }),
  result: stateResult,
  component: component.extend({
    handler_scores: z.record(z.string(), groupScore),
    results: z.array(stateResult),
  }),
} as const;
