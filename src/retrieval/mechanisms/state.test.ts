import { expect, test } from "vitest";
import { handlersFor, holds } from "./state.ts";

const parent = {
  is_first_conversation: false,
  days_since_last: null,
  last_rating: null,
  user_type: "PARENT",
  has_pending_debrief: null,
};

test.each([
  ["a first conversation", { ...parent, is_first_conversation: true }, ["handler_first_conversation"]],
  ["6 days away", { ...parent, days_since_last: 6 }, []],
  ["7 days away", { ...parent, days_since_last: 7 }, ["handler_returning_user"]],
  ["8 days away", { ...parent, days_since_last: 8 }, ["handler_returning_user"]],
  ["days away unknown", parent, []],
  [
    "30 days away, in a first conversation",
    { ...parent, is_first_conversation: true, days_since_last: 30 },
    ["handler_first_conversation"],
  ],
  ["rated 2", { ...parent, last_rating: 2 }, ["handler_post_escalation"]],
  ["rated 3", { ...parent, last_rating: 3 }, []],
  ["rated 4", { ...parent, last_rating: 4 }, ["handler_celebrating_wins"]],
  ["rated 0", { ...parent, last_rating: 0 }, ["handler_post_escalation"]],
  ["a clinician", { ...parent, user_type: "CLINICIAN" }, ["handler_clinician_mode"]],
  ["a professional", { ...parent, user_type: "PROFESSIONAL" }, ["handler_clinician_mode"]],
  ["a clinician in small letters", { ...parent, user_type: "clinician" }, []],
  ["a debrief that waits", { ...parent, has_pending_debrief: true }, ["handler_interaction_debrief"]],
  [
    "a debrief that waits, in a first conversation",
    { ...parent, is_first_conversation: true, has_pending_debrief: true },
    ["handler_first_conversation"],
  ],
  [
    "away, unhappy, with a debrief",
    { ...parent, days_since_last: 9, last_rating: 1, has_pending_debrief: true },
    ["handler_returning_user", "handler_post_escalation", "handler_interaction_debrief"],
  ],
  ["nothing known", {}, []],
  ["a number in words", { ...parent, days_since_last: "9" }, []],
])("%s", (_, state, handlers) => {
  expect(handlersFor(state)).toEqual(handlers);
});

test("inherited properties of a user's state are not values", () => {
  expect(holds({}, { constructor: { eq: true } })).toBe(false);
});
