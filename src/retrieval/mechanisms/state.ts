/** State: the user's state brings up handlers. Extra handlers cost nothing unless the test forbids them. */
import { join } from "node:path";
import type { Constraint, StateConditions, StateRules, UserState } from "../../contract/index.ts";
import { bankScore, calculateScore, groupScores } from "../score.ts";
import { NO_SCORE, NOTHING_TESTED, type MechanismModule } from "./mechanism.ts";
import { entityLines, groupTable } from "./report-parts.ts";

export const state: MechanismModule<"state"> = {
  bank: {
    file: join("state", "state_handler_tests.json"),
    version: "1.0",
    description: "Tests for handlers triggered by a user's state",
    idPrefix: "STATE-",
    ownField: "expected_handlers",
  },
  weight: 0.15,

  mentions: ({ expected_handlers, not_expected_handlers }) => ({ expected_handlers, not_expected_handlers }),
  problems: ({ expected_handlers, not_expected_handlers }) => [
    ...expected_handlers
      .filter((id) => not_expected_handlers.includes(id))
      .map((id) => `"${id}" is expected and forbidden`),
    ...(expected_handlers.length + not_expected_handlers.length === 0 ? [NOTHING_TESTED] : []),
  ],

  question: ({ test_id, user_state }) => ({ test_id, user_state }),
  builtIn:
    ({ stateRules }) =>
    async ({ user_state }) => ({ handlers: handlersFor(user_state, stateRules) }),

  evaluate(test, answer) {
    const { test_id, name, user_state, expected_handlers, not_expected_handlers } = test;
    const facts = {
      mechanism: "state" as const,
      test_id,
      name,
      user_state,
      expected_handlers,
      not_expected_handlers,
    };
    if (!answer)
      return { ...facts, triggered_handlers: [], primary_pass: false, wrong_handlers: [], ...NO_SCORE };
    const { handlers } = answer;
    const primaryPass = expected_handlers.every((id) => handlers.includes(id));
    const wrongHandlers = not_expected_handlers.filter((id) => handlers.includes(id));
    const { score, breakdown, isHardFail } = calculateScore({ primaryPass, wrongHandlers });
    return {
      ...facts,
      triggered_handlers: handlers,
      primary_pass: primaryPass,
      wrong_handlers: wrongHandlers,
      score,
      breakdown,
      is_hard_fail: isHardFail,
    };
  },
  summarise: (results) => ({
    ...bankScore(results),
    handler_scores: groupScores(results, ({ expected_handlers }) => expected_handlers),
    results,
  }),
  identity: ({ user_state, expected_handlers, not_expected_handlers }) => [
    user_state,
    expected_handlers,
    not_expected_handlers,
  ],
  lacking: ({ expected_handlers, triggered_handlers }) =>
    expected_handlers.filter((id) => !triggered_handlers.includes(id)),
  came: ({ triggered_handlers }) => triggered_handlers,

  overview: ({ handler_scores }) => groupTable("State Handlers", "Handler", Object.entries(handler_scores)),
  details: (result, style) => [
    `- ${style.bold("State:")} ${style.inline(JSON.stringify(result.user_state))}`,
    ...entityLines(state.outcome(result), style),
  ],
  outcome: ({ expected_handlers, not_expected_handlers, triggered_handlers }) => [
    { label: "Expected handlers", is: "wanted", ids: expected_handlers },
    { label: "Forbidden", is: "forbidden", ids: not_expected_handlers },
    { label: "Triggered", is: "came", ids: triggered_handlers },
  ],

  card: ({ expected_handlers }) => ({ groups: expected_handlers }),
  groups: ({ handler_scores }) => ({ title: "State handlers", scores: handler_scores }),
};

/** The handlers that rules bring up, in the order of the rules. */
export const handlersFor = (userState: UserState, { rules }: StateRules): string[] => [
  ...new Set(rules.flatMap(({ handler, when }) => (holds(userState, when) ? [handler] : []))),
];

export const holds = (userState: UserState, conditions: StateConditions): boolean =>
  Object.entries(conditions).every(([field, constraint]) =>
    satisfies(Object.hasOwn(userState, field) ? userState[field] : undefined, constraint),
  );

/** A missing value, or one of another type, matches nothing but `exists: false`. */
function satisfies(value: UserState[string] | undefined, constraint: Constraint): boolean {
  const { eq, ne, gt, gte, lt, lte, in: list, exists } = constraint;
  if (value === null || value === undefined) return exists === false && Object.keys(constraint).length === 1;
  const number = typeof value === "number" ? value : Number.NaN;
  return (
    exists !== false &&
    (eq === undefined || value === eq) &&
    (ne === undefined || value !== ne) &&
    (gt === undefined || number > gt) &&
    (gte === undefined || number >= gte) &&
    (lt === undefined || number < lt) &&
    (lte === undefined || number <= lte) &&
    (list === undefined || list.some((each) => each === value))
  );
}
