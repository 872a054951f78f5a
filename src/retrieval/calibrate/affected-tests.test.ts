import { expect, test } from "vitest";
import { kbEntity, semanticTest, type Expectations } from "../../contract/index.ts";
import type { Resolved } from "../expectations/index.ts";
import { kbOf } from "../kb.ts";
import { affectedTests } from "./affected-tests.ts";

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
  lookedAtOn: { ...kb.hashes },
  ...more,
});
const without = (id: string) => Object.fromEntries(Object.entries(kb.hashes).filter(([each]) => each !== id));

type Given = { test?: typeof one; of?: Resolved; added?: string[] };
const reasons = ({ test = one, of = resolved(), added = [] }: Given = {}) =>
  affectedTests({ tests: [test], expectations: new Map([[test.test_id, of]]), kb, added }).flatMap(
    (affected) => affected.reasons,
  );

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

test("by similarity alone: a new entity that shares words with the message", () => {
  expect(reasons({ of: resolved({ lookedAtOn: without("gray_rock") }) })).toEqual([
    "gray_rock: similar to the message",
  ]);
  expect(reasons({ of: resolved({ lookedAtOn: without("biff_response") }) })).toEqual([]);
});
