/** The crisis rules that ship: the floor of the specification, and one rule per signal of the knowledge base. */
import { resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadBanks } from "../../src/retrieval/banks.ts";
import { createPatternMatcher } from "../../src/retrieval/mechanisms/index.ts";
import { phrases } from "./crisis-phrases.ts";

const { rules, semantic = [] } = loadBanks(resolve(import.meta.dirname, "../../test_banks"), {
  which: ["semantic", "pattern"],
  required: true,
});
const { crisis_patterns, words, harmless } = rules!;
const { match } = createPatternMatcher(rules!);
const isCrisis = (message: string) => match(message).matches.includes("handler_crisis");

/** Section 5.5 of the specification; only the word boundaries are added. */
const floor = [
  "want(s)? to (die\\b|end it|hurt myself|kill myself)",
  "better off (dead|without me)",
  "(not|don't|dont) feel safe",
  "can'?t (go on|take it|do this) anymore",
  "being (hit|abused|hurt\\b)",
];

test("the floor is the specification's five patterns, word for word", () => {
  expect(crisis_patterns.filter((rule) => rule.floor).map(({ pattern }) => pattern)).toEqual(floor);
});

test.each(["i want to kill myself to make it stop", "I want to end it with pills"])(
  "found: %s",
  (message) => {
    expect(isCrisis(message)).toBe(true);
  },
);

test("no harmless phrase around or inside it disables the floor", () => {
  const phrase = floor.map((pattern) => fc.stringMatching(new RegExp(`^${pattern.replaceAll("\\b", "")}$`)));
  const around = fc.constantFrom(
    "",
    " of embarrassment",
    " trying to please her",
    " with him the kind way",
    " at the gym",
    " on the trampoline",
    " in Minecraft",
    " when i was little",
    " twenty years ago",
    " on my night shift",
    " on",
    " with late fees",
    " sharing my password",
  );
  fc.assert(
    fc.property(fc.oneof(...phrase), around, (found, after) => {
      expect(isCrisis(`he said ${found}${after}`)).toBe(true);
    }),
    { seed: 5, numRuns: 500 },
  );
});

test.each(crisis_patterns.map((rule) => [rule.name!, rule] as const))(
  "%s: finds its own examples, and no rule finds its benign twins",
  (_, rule) => {
    const alone = createPatternMatcher({ ...rules!, crisis_patterns: [rule], keyword_boosts: [] });
    expect(rule.examples.length).toBeGreaterThanOrEqual(2);
    expect(rule.examples.filter((message) => alone.match(message).matches.length === 0)).toEqual([]);
    expect(rule.benign.filter(isCrisis)).toEqual([]);
    if (!rule.floor) expect(rule.benign.length).toBeGreaterThanOrEqual(2);
  },
);

test("a reviewer can read every line: none is long, and every list of words is used", () => {
  const patterns = crisis_patterns.flatMap(({ pattern }) => pattern);
  expect([...patterns, ...Object.values(harmless).flat()].filter(({ length }) => length > 420)).toEqual([]);
  expect(Object.keys(words).filter((word) => !JSON.stringify(rules).includes(`{${word}}`))).toEqual([]);
});

test.each(phrases.signal)("found, in other words than the rules' own examples: %s", (message) => {
  expect(isCrisis(message)).toBe(true);
});

test.each(["V2-SAFE-003", "V2-SAFE-004"])("%s, of the semantic bank, is a crisis", (id) => {
  expect(isCrisis(semantic.find(({ test_id }) => test_id === id)!.prompt)).toBe(true);
});
