import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { kbEntity, mechanism, type Mechanism } from "../contract/index.ts";
import { kbOf } from "./kb.ts";
import { bankPath, checkBanks, loadBanks, mechanismOf, toV2 } from "./banks.ts";

const entity = (id: string) =>
  kbEntity.parse({
    entity_id: id,
    type: "KNOWLEDGE",
    title: id,
    load_mode: "SEMANTIC",
    summary: id,
    content: id,
  });
const kb = kbOf(["gray_rock", "biff_response", "handler_crisis"].map(entity));

const semantic = (more: object = {}) => ({
  test_id: "V2-GR-001",
  prompt: "she texts me nonstop",
  expected_primary: ["gray_rock"],
  ...more,
});
const state = (more: object = {}) => ({
  test_id: "STATE-001",
  user_state: {},
  expected_handlers: [],
  not_expected_handlers: ["handler_crisis"],
  ...more,
});

function folder(files: Partial<Record<Mechanism, unknown>>): string {
  const dir = mkdtempSync(join(tmpdir(), "banks-"));
  for (const [name, content] of Object.entries(files)) {
    const path = bankPath(dir, name as Mechanism);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  }
  return dir;
}

const load = (files: Parameters<typeof folder>[0]) => {
  const banks = loadBanks(folder(files), { which: mechanism.options });
  checkBanks(banks, { kb });
  return banks;
};

test("a bank of either version is read, and defaults are filled in", () => {
  const v2 = load({ semantic: { bank_type: "SEMANTIC", version: "2.0", tests: [semantic()] } });
  expect(load({ semantic: [semantic()] }).semantic).toEqual(v2.semantic);
  expect(v2.semantic![0]).toMatchObject({
    expected_secondary: [],
    not_expected: [],
    rank_check: [],
    user_state: {},
    topics: [],
  });
});

test("of two tests with one id nothing else is said: they share their expectations", () => {
  const twins = [
    semantic({ expected_secondary: ["missing_a"] }),
    semantic({ expected_secondary: ["missing_b"] }),
  ];
  expect(() => load({ semantic: twins })).toThrow(/^(?![^]*missing_)[^]*duplicate test id/);
});

test("problems of several banks are those of their folder", () => {
  const files = { semantic: [semantic(), semantic()], state: [state(), state()] };
  expect(() => load(files)).toThrow(/^[^\n]*banks-\w+ cannot be used:\n.*V2-GR-001[^]*STATE-001/);
});

test.each([
  ["two tests of one id", { semantic: [semantic(), semantic()] }, /V2-GR-001: duplicate test id/],
  [
    "the same id in two banks",
    { semantic: [semantic()], state: [state({ test_id: "V2-GR-001" })] },
    /the other is in the semantic bank/,
  ],
  [
    "an entity that the knowledge base does not have",
    { semantic: [semantic({ expected_secondary: ["biff_respons"] })] },
    /V2-GR-001\.expected_secondary: the knowledge base has no "biff_respons"/,
  ],
  [
    "a rank check of one that it does not have",
    { semantic: [semantic({ rank_check: [{ higher: "gray_rock", lower: "gone" }] })] },
    /rank_check: .*"gone"/,
  ],
  [
    "a test that nothing can fail",
    { semantic: [semantic({ expected_primary: [] })] },
    /expects nothing and forbids nothing/,
  ],
  [
    "a state test that nothing can fail",
    { state: [state({ not_expected_handlers: [] })] },
    /expects nothing and forbids nothing/,
  ],
  [
    "what is expected and forbidden",
    { semantic: [semantic({ not_expected: ["gray_rock"] })] },
    /"gray_rock" is expected and forbidden/,
  ],
  [
    "a critical test that no pattern type makes critical",
    { pattern: [{ test_id: "P", prompt: "x", expected_matches: ["gray_rock"], is_critical: true }] },
    /P: is_critical needs the pattern_type crisis or negative, not "unknown"/,
  ],
  [
    "a field of the wrong kind",
    { semantic: [semantic({ topics: "gray_rock" })] },
    /tests\.0\.topics: expected a list/,
  ],
  [
    "an object in a user's state",
    { semantic: [semantic({ user_state: { tags: {} } })] },
    /tests\.0\.user_state\.tags: expected text, a number, true, false, null or a list of them$/m,
  ],
  [
    "an empty bank",
    { semantic: { bank_type: "SEMANTIC", version: "2.0", tests: [] } },
    /no tests in this file/,
  ],
  ["another bank in its place", { state: { bank_type: "SEMANTIC", version: "2.0", tests: [] } }, /bank_type/],
  ["broken JSON", { semantic: '[\n  {"test_id": "a",}\n]' }, /parent_test_bank\.json:2: not JSON, column 19/],
  ["an id that is a path", { semantic: [semantic({ test_id: "../x" })] }, /test_id/],
  ["no bank at all", {}, /no test bank found: one of semantic.parent_test_bank\.json, /],
])("%s", (_, files, message) => {
  expect(() => load(files)).toThrow(message);
});

test("what changes no result is read, with one warning per file", () => {
  const known = { test_id: "P-1", prompt: "x", expected_matches: ["gray_rock"], pattern_type: "keyword" };
  const dir = folder({
    semantic: {
      version: 2,
      name: null,
      tests: [
        semantic({ owner: "Ann", topics: null, user_state: { tags: ["new"], since: null } }),
        semantic({ test_id: "V2-2", owner: "Bo", topic: "x" }),
      ],
    },
    pattern: {
      bank_type: "PATTERN",
      tests: [known, { ...known, test_id: "P-2", pattern_type: "slang" }, omit(known, "pattern_type")],
    },
  });
  const warnings: string[] = [];
  const banks = loadBanks(dir, {
    which: mechanism.options,
    onWarning: (warning) => warnings.push(warning.slice(dir.length + 1)),
  });
  expect(banks.semantic!.map((test) => Object.keys(test))).not.toContain("owner");
  expect(banks.semantic![0]).toMatchObject({ topics: [], user_state: { tags: ["new"], since: null } });
  expect(banks.pattern!.map(({ pattern_type }) => pattern_type)).toEqual(["keyword", "slang", "unknown"]);
  expect(warnings).toEqual([
    `${join("semantic", "parent_test_bank.json")}: no bank_type, read as SEMANTIC; not read: "owner", "topic" (did you mean topics?)`,
    `${join("pattern", "pattern_tests.json")}: 2 tests without a known pattern_type`,
  ]);
});

const omit = (test: object, field: string) =>
  Object.fromEntries(Object.entries(test).filter(([name]) => name !== field));

test("a bank requested by name must exist", () => {
  expect(() =>
    loadBanks(folder({ semantic: [semantic()] }), { which: ["semantic", "always"], required: true }),
  ).toThrow(/always_load_tests\.json/);
});

test("a bank is recognised by its type or by its tests", () => {
  expect(
    [
      [semantic()],
      [state()],
      [{ expected_matches: [] }],
      [{ expected_always: [] }],
      { tests: [state()] },
      { bank_type: "state" },
      [1],
      {},
      null,
    ].map(mechanismOf),
  ).toEqual(["semantic", "state", "pattern", "always", "state", "state", undefined, undefined, undefined]);
  const lower = {
    bank_type: "semantic",
    ...omit(toV2([semantic()], { name: "semantic" }) as object, "bank_type"),
  };
  for (const v1 of [[semantic()], { tests: [semantic()] }, lower])
    expect(toV2(v1, { name: "semantic" })).toEqual({
      bank_type: "SEMANTIC",
      version: "2.0",
      description: expect.any(String),
      tests: [semantic()],
    });
});

test("any JSON file with tests in the folder of a mechanism is a bank; if there is none, the error names the others", () => {
  const garden = { bank_type: "SEMANTIC", version: "2.0", tests: [semantic({ test_id: "V2-OWN-001" })] };
  const dir = mkdtempSync(join(tmpdir(), "banks-"));
  mkdirSync(join(dir, "semantic"));
  const write = (file: string, value: unknown) =>
    writeFileSync(join(dir, "semantic", file), JSON.stringify(value));
  const idsIn = () => loadBanks(dir, { which: mechanism.options }).semantic!.map(({ test_id }) => test_id);
  write("notes.json", { author: "me" });
  expect(idsIn).toThrow(/semantic.notes\.json has no tests, so it was not read/);
  write("garden.json", garden);
  expect(idsIn()).toEqual(["V2-OWN-001"]);
  write("parent_test_bank.json", [semantic()]);
  expect(idsIn()).toEqual(["V2-GR-001", "V2-OWN-001"]);
  write("other.json", { ...garden, bank_type: "STATE" });
  expect(idsIn).toThrow(/other\.json cannot be used:\n.*bank_type/);
});

const withStateRules = (rules: string): string => {
  const dir = folder({ state: [state()] });
  writeFileSync(join(dir, "state", "state_rules.json"), rules);
  return dir;
};

test("state rules beside the banks replace the shipped ones", () => {
  const rules = [{ handler: "handler_crisis", when: { plan: { in: ["free", "trial"] } } }];
  const own = loadBanks(withStateRules(JSON.stringify({ rules })), { which: ["state"] });
  expect(own.stateRules).toEqual({ rules });
  expect(load({ state: [state()] }).stateRules!.rules[0]!.handler).toBe("handler_first_conversation");
  expect(() => checkBanks(own, { kb })).not.toThrow();
  const unknown = loadBanks(
    withStateRules(JSON.stringify({ rules: [{ ...rules[0], handler: "no_such" }] })),
    {
      which: ["state"],
    },
  );
  expect(() => checkBanks(unknown, { kb })).toThrow(/state_rules\.json: the knowledge base has no "no_such"/);
});

test.each([
  [
    '{ "rules": [\n  { "handler": "h",\n    "when": { "n": { "gte": "7" } } } ] }',
    /state_rules\.json cannot be used:\n  rules\.0\.when\.n\.gte: expected a number/,
  ],
  [
    '{ "rules": [\n  { "handler": "h", "when": { "n": { "eq": 1 } } },\n  { "handler": "h",\n    "wehn": {} } ] }',
    /rules\.1\.when: missing/,
  ],
  ['{ "rules": [\n  { "handler": "h", "when": {} } ] }', /rules\.0\.when: needs at least one condition/],
  ['{ "rules": [\n  { "handler": "h" ]\n}', /state_rules\.json:2: not JSON/],
])("a mistake in state rules is reported with its place: %s", (text, message) => {
  expect(() => loadBanks(withStateRules(text), { which: ["state"] })).toThrow(message);
});
