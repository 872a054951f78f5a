/** The shipped banks on the shipped rules and knowledge base. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { checkBanks, loadBanks } from "../../src/retrieval/banks.ts";
import { loadKb } from "../../src/retrieval/kb.ts";
import { alwaysLoaded, createPatternMatcher, handlersFor } from "../../src/retrieval/mechanisms/index.ts";
import { calculateScore } from "../../src/retrieval/score.ts";

const root = resolve(import.meta.dirname, "../..");
const kb = loadKb(resolve(root, "kb"));
const banks = loadBanks(resolve(root, "test_banks"), {
  which: ["state", "pattern", "always"],
  required: true,
});
const { state = [], pattern = [], always = [], rules, stateRules } = banks;

test("the banks have the documented number of tests", () => {
  expect({ state: state.length, pattern: pattern.length, always: always.length }).toEqual({
    state: 18,
    pattern: 28,
    always: 7,
  });
});

test("ids are unique, and tests and rules name only existing entities", () => {
  expect(() => checkBanks(banks, { kb })).not.toThrow();
  expect(stateRules!.rules.filter(({ handler }) => kb.byId.get(handler)?.load_mode !== "STATE")).toEqual([]);
});

test("ids show their kind, and every crisis test is critical", () => {
  const prefixes = { crisis: "PAT-CRISIS-", negative: "PAT-NEG-", keyword: "PAT-KEY-" };
  expect(
    pattern
      .filter(({ test_id, pattern_type }) => !test_id.startsWith(prefixes[pattern_type]))
      .map(({ test_id }) => test_id),
  ).toEqual([]);
  expect(
    pattern
      .filter(({ pattern_type, is_critical }) => is_critical !== (pattern_type !== "keyword"))
      .map(({ test_id }) => test_id),
  ).toEqual([]);
  expect(
    pattern.filter(
      ({ pattern_type, not_expected_matches }) =>
        pattern_type === "negative" && !not_expected_matches.includes("handler_crisis"),
    ),
  ).toEqual([]);
});

test("every rule compiles, and each crisis pattern brings up the crisis handler", () => {
  expect(() => createPatternMatcher(rules!)).not.toThrow();
  expect(
    rules!.crisis_patterns.filter(
      ({ entities, is_critical }) => !is_critical || !entities.includes("handler_crisis"),
    ),
  ).toEqual([]);
});

test.each(state.map((one) => [one.test_id, one] as const))(
  "%s",
  (_, { user_state, expected_handlers, not_expected_handlers }) => {
    const triggered = handlersFor(user_state, stateRules!);
    expect(
      calculateScore({
        primaryPass: expected_handlers.every((handler) => triggered.includes(handler)),
        wrongHandlers: not_expected_handlers.filter((handler) => triggered.includes(handler)),
      }),
    ).toMatchObject({ score: 100, breakdown: {} });
  },
);

const { match } = createPatternMatcher(rules!);

test.each(pattern.map((one) => [one.test_id, one] as const))(
  "%s",
  (_, { prompt, expected_matches, expected_secondary, not_expected_matches }) => {
    const { matches } = match(prompt);
    const primaryPass = expected_matches.every((entity) => matches.includes(entity));
    const falsePositives = not_expected_matches.filter((entity) => matches.includes(entity));
    expect(
      calculateScore({
        primaryPass,
        secondaryMissing: expected_secondary.filter((entity) => !matches.includes(entity)),
        falsePositives,
      }),
    ).toMatchObject({ score: 100, breakdown: {} });
  },
);

test.each(always.map((one) => [one.test_id, one] as const))(
  "%s",
  (_, { user_type, user_state, expected_always }) => {
    expect(alwaysLoaded(kb.entities, { userType: user_type, userState: user_state })).toEqual(
      expect.arrayContaining(expected_always),
    );
  },
);
