/** Always: loaded into every conversation. All or nothing, because a conversation without its core is broken. */
import { join } from "node:path";
import type { KbEntity, UserState } from "../../contract/index.ts";
import { inline } from "../../kernel/report/index.ts";
import { bankScore, FULL_SCORE } from "../score.ts";
import { NO_SCORE, type MechanismModule } from "./mechanism.ts";
import { entityLines } from "./report-parts.ts";
import { holds } from "./state.ts";

export const always: MechanismModule<"always"> = {
  bank: {
    file: join("always", "always_load_tests.json"),
    version: "1.0",
    description: "Tests for what is always loaded",
    idPrefix: "ALWAYS-",
    ownField: "expected_always",
  },
  weight: 0.1,

  mentions: ({ expected_always }) => ({ expected_always }),
  problems: () => [],

  question: ({ test_id, user_type, user_state }) => ({ test_id, user_type, user_state }),
  builtIn:
    ({ kb }) =>
    async ({ user_type, user_state }) => ({
      loaded: alwaysLoaded(kb.entities, { userType: user_type, userState: user_state }),
    }),

  evaluate(test, answer) {
    const { test_id, name, user_type, expected_always } = test;
    const facts = { mechanism: "always" as const, test_id, name, user_type, expected_always };
    if (!answer) return { ...facts, loaded_entities: [], missing_entities: [], ...NO_SCORE };
    const missing = expected_always.filter((id) => !answer.loaded.includes(id));
    return {
      ...facts,
      loaded_entities: answer.loaded,
      missing_entities: missing,
      score: missing.length === 0 ? FULL_SCORE : 0,
      breakdown:
        missing.length === 0 ? {} : { primary_fail: true, reason: `Not loaded: ${missing.join(", ")}` },
      is_hard_fail: missing.length > 0,
    };
  },
  summarise(results) {
    const failed = results.filter(({ is_hard_fail }) => is_hard_fail).map(({ test_id }) => test_id);
    const whole = bankScore(results);
    // One failure fails every test that has a verdict. `failed` lists the tests that failed themselves.
    return {
      ...whole,
      hard_fails: failed.length === 0 ? 0 : whole.tests_run - whole.missing,
      all_passed: results.every(({ score }) => score === FULL_SCORE),
      failed,
      results,
    };
  },
  identity: ({ user_type, expected_always }) => [user_type, expected_always],
  lacking: ({ missing_entities }) => missing_entities,
  came: ({ loaded_entities }) => loaded_entities,

  overview: ({ all_passed, failed }) =>
    all_passed
      ? []
      : [
          "## Always Loaded",
          "",
          failed.length > 0
            ? `One failed test fails the whole bank. Failed: ${failed.map(inline).join(", ")}.`
            : "Not every test has a score.",
          "",
        ],
  details: (result, style) => [
    `- ${style.bold("User type:")} ${style.inline(result.user_type)}`,
    ...entityLines(always.outcome(result), style),
  ],
  outcome: ({ expected_always, loaded_entities }) => [
    { label: "Expected", is: "wanted", ids: expected_always },
    { label: "Loaded", is: "came", ids: loaded_entities },
  ],

  card: ({ user_type }) => ({ groups: [user_type] }),
  groups: () => undefined,
};

/** The built-in rules: what is loaded for this type of user in this state. */
export const alwaysLoaded = (
  entities: readonly KbEntity[],
  { userType, userState }: { userType: string; userState: UserState },
): string[] =>
  entities
    .filter(
      ({ load_mode, user_types, when }) =>
        load_mode === "ALWAYS" &&
        (user_types === undefined || user_types.includes(userType)) &&
        (when === undefined || holds({ user_type: userType, ...userState }, when)),
    )
    .map(({ entity_id }) => entity_id);
