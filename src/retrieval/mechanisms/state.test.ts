import { expect, test } from "vitest";
import { join } from "node:path";
import { loadBanks } from "../banks.ts";
import { handlersFor, holds } from "./state.ts";

const shipped = join(import.meta.dirname, "../../../test_banks");
const { stateRules } = loadBanks(shipped, { which: ["state"] });

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
  expect(handlersFor(state, stateRules!)).toEqual(handlers);
});

test("inherited properties of a user's state are not values", () => {
  expect(holds({}, { constructor: { eq: true } })).toBe(false);
});

test.each([
  [{ n: { ne: 1 } }, { n: 2 }, true],
  [{ n: { ne: 1 } }, { n: 1 }, false],
  [{ n: { ne: 1 } }, {}, false],
  [{ n: { gt: 1 } }, { n: 1 }, false],
  [{ n: { gt: 1, lt: 3 } }, { n: 2 }, true],
  [{ n: { lt: 3 } }, { n: "2" }, false],
  [{ n: { exists: false } }, { n: null }, true],
  [{ n: { exists: false } }, { n: 0 }, false],
  [{ n: { exists: true } }, { n: 0 }, true],
  [{ n: { exists: true } }, {}, false],
])("%j on %j", (when, state, expected) => {
  expect(holds(state as Record<string, number>, when)).toBe(expected);
});

test("several rules may name one handler: it comes up once if any of them holds", () => {
  const rules = [{ eq: 1 }, { gte: 1 }].map((n) => ({ handler: "h", when: { n } }));
  expect(handlersFor({ n: 1 }, { rules })).toEqual(["h"]);
  expect(handlersFor({ n: 0 }, { rules })).toEqual([]);
});
