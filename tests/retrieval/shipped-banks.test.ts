/** The shipped banks on the shipped rules and knowledge base. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { checkBanks, loadBanks } from "../../src/retrieval/banks.ts";
import { loadKb } from "../../src/retrieval/kb.ts";
import { createPatternMatcher } from "../../src/retrieval/mechanisms/index.ts";
import { runCommand } from "../support/cli/run-in-memory.ts";

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
  const prefixes: Partial<Record<string, string>> = {
    crisis: "PAT-CRISIS-",
    negative: "PAT-NEG-",
    keyword: "PAT-KEY-",
  };
  expect(
    pattern
      .filter(({ test_id, pattern_type }) => !test_id.startsWith(prefixes[pattern_type] ?? "none"))
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

test("the built-in rules pass every test", async () => {
  const argv = ["check", "--target", "offline", "--test-banks", "shipped", "--kb", "shipped", "--no-save"];
  const { stdout } = await runCommand([...argv, "--banks", "state,pattern,always", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    total_tests: 53,
    component_scores: { state: 100, pattern: 100, always: 100 },
  });
});
