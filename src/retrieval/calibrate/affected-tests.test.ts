import { expect, test } from "vitest";
import { kbEntity, semanticTest, type Expectations } from "../../contract/index.ts";
import type { Resolved } from "../expectations/index.ts";
import { kbOf } from "../kb.ts";
import { affectedTests, kbChanges, type AffectedOptions } from "./affected-tests.ts";

const kb = kbOf(
  ["gray_rock", "biff_response", "loyalty_binds", "holiday_plans"].map((entity_id) =>
    kbEntity.parse({
      entity_id,
      type: "KNOWLEDGE",
      title: entity_id === "holiday_plans" ? "Christmas & summer: who goes where" : entity_id,
      load_mode: "SEMANTIC",
      summary: "s",
      content: `On ${entity_id}.`,
    }),
  ),
);
const one = semanticTest.parse({
  test_id: "V2-1",
  prompt: "She sent a Gray-Rock meme, and then: CHRISTMAS!",
});
const expectations = (more: Partial<Expectations> = {}): Expectations => ({
  expected_primary: [],
  expected_secondary: [],
  not_expected: [],
  rank_check: [],
  ...more,
});
const resolved = (more: Partial<Resolved> = {}): Resolved => ({
  expectations: expectations(),
  source: "original",
  madeOn: undefined,
  lookedAtOn: { ...kb.hashes },
  contestedBy: undefined,
  ...more,
});
const without = (id: string) => Object.fromEntries(Object.entries(kb.hashes).filter(([each]) => each !== id));

const reasons = ({
  test = one,
  of = resolved(),
  ...more
}: Partial<AffectedOptions> & { test?: typeof one; of?: Resolved } = {}) =>
  affectedTests({
    tests: [test],
    expectations: new Map([[test.test_id, of]]),
    kb,
    rules: undefined,
    ...more,
  }).flatMap((affected) => affected.reasons);

test("finds what changed, was added and was removed since a state of the knowledge base", () => {
  expect(kbChanges(kb, { gray_rock: kb.hashes["gray_rock"]!, biff_response: "another", gone: "x" })).toEqual({
    changed: ["biff_response"],
    added: ["holiday_plans", "loyalty_binds"],
    removed: ["gone"],
  });
  const own = { ...kb, hashes: { constructor: "x" } };
  expect(kbChanges(own, {})).toMatchObject({ changed: [], added: ["constructor"] });
});

test("without changes nothing is affected; a test never reviewed is affected only by named entities", () => {
  expect(
    reasons({ of: resolved({ expectations: expectations({ expected_primary: ["gray_rock"] }) }) }),
  ).toEqual([]);
  const never = resolved({
    lookedAtOn: undefined,
    expectations: expectations({ expected_primary: ["biff_response"] }),
  });
  expect(reasons({ of: never })).toEqual([]);
  expect(reasons({ of: never, added: ["biff_response"] })).toEqual([
    "biff_response: part of the expectation",
  ]);
});

test.each<[string, Partial<Expectations>]>([
  ["primary", { expected_primary: ["biff_response"] }],
  ["secondary", { expected_secondary: ["biff_response"] }],
  ["forbidden", { not_expected: ["biff_response"] }],
  ["higher", { rank_check: [{ higher: "biff_response", lower: "loyalty_binds" }] }],
  ["lower", { rank_check: [{ higher: "loyalty_binds", lower: "biff_response" }] }],
])("by expectation alone: a changed entity that is %s", (_, spoken) => {
  expect(
    reasons({
      of: resolved({
        expectations: expectations(spoken),
        lookedAtOn: { ...kb.hashes, biff_response: "older" },
      }),
    }),
  ).toEqual(["biff_response: part of the expectation"]);
});

test("by expectation alone: a removed entity", () => {
  expect(
    reasons({
      of: resolved({
        expectations: expectations({ expected_primary: ["gone"] }),
        lookedAtOn: { ...kb.hashes, gone: "x" },
      }),
    }),
  ).toEqual(["gone: part of the expectation"]);
});

test("by similarity alone", () => {
  const of = resolved({ lookedAtOn: without("biff_response") });
  expect(reasons({ of, neighbours: new Map([["V2-1", ["biff_response"]]]) })).toEqual([
    "biff_response: similar to the message",
  ]);
  expect(reasons({ of, neighbours: new Map([["V2-1", ["loyalty_binds"]]]) })).toEqual([]);
});

test("by words alone: the entity's name, title and keywords, as whole words in any case and punctuation", () => {
  expect(reasons({ of: resolved({ lookedAtOn: without("gray_rock") }) })).toEqual([
    'gray_rock: the message says "gray rock"',
  ]);
  const christmas = resolved({ lookedAtOn: without("holiday_plans") });
  expect(reasons({ of: christmas })).toEqual([]);
  expect(reasons({ of: christmas, test: { ...one, prompt: "christmas, summer. Who goes where?" } })).toEqual([
    'holiday_plans: the message says "christmas summer who goes where"',
  ]);
  const boosted = (keywords: string[]) => ({
    words: {},
    harmless: {},
    crisis_patterns: [],
    keyword_boosts: [{ keywords, entity: "holiday_plans" }],
  });
  expect(reasons({ of: christmas, rules: boosted(["Easter", "Christmas!"]) })).toEqual([
    'holiday_plans: the message says "christmas"',
  ]);
  expect(reasons({ of: christmas, rules: boosted(["christ"]) })).toEqual([]);
});

test("changes count from each test's own review", () => {
  const tests = ["V2-1", "V2-2"].map((test_id) => ({ ...one, test_id, prompt: "x" }));
  const spoken = expectations({ expected_primary: ["gray_rock"] });
  const of = new Map([
    ["V2-1", resolved({ expectations: spoken })],
    ["V2-2", resolved({ expectations: spoken, lookedAtOn: { ...kb.hashes, gray_rock: "older" } })],
  ]);
  expect(affectedTests({ tests, expectations: of, kb, rules: undefined })).toEqual([
    { testId: "V2-2", reasons: ["gray_rock: part of the expectation"] },
  ]);
});
