import { expect, test } from "vitest";
import { patternRules } from "../../../contract/index.ts";
import { createPatternMatcher } from "./pattern-matcher.ts";

type Crisis = { pattern: string; entities?: string[]; is_critical?: boolean };
const matcher = (crisis: Crisis[], boosts: Array<{ keywords: string[]; entity: string }> = []) =>
  createPatternMatcher(
    patternRules.parse({
      crisis_patterns: crisis.map((rule) => ({ entities: ["handler_crisis"], ...rule })),
      keyword_boosts: boosts,
    }),
  );

test("entities come once, in the order of the rules; details name the rule and the words", () => {
  const { match } = matcher(
    [
      { pattern: "being (hit|hurt)", entities: ["handler_crisis", "domestic_violence"] },
      { pattern: "want(s)? to die", entities: ["rule_crisis_detection", "handler_crisis"] },
    ],
    [
      { keywords: ["gray rock", "grey rock"], entity: "gray_rock" },
      { keywords: ["set boundaries", "boundaries"], entity: "boundary_setting" },
    ],
  );
  expect(match("Boundaries? Grey Rock? I WANT to\ndie, I am being HURT")).toEqual({
    matches: [
      "handler_crisis",
      "domestic_violence",
      "rule_crisis_detection",
      "gray_rock",
      "boundary_setting",
    ],
    details: [
      { entity_id: "handler_crisis", by: "being (hit|hurt)", text: "being HURT" },
      { entity_id: "domestic_violence", by: "being (hit|hurt)", text: "being HURT" },
      { entity_id: "rule_crisis_detection", by: "want(s)? to die", text: "WANT to\ndie" },
      { entity_id: "handler_crisis", by: "want(s)? to die", text: "WANT to\ndie" },
      { entity_id: "gray_rock", by: "grey rock", text: "Grey Rock" },
      { entity_id: "boundary_setting", by: "boundaries", text: "Boundaries" },
    ],
  });
  expect(match("we had a good day")).toEqual({ matches: [], details: [] });
});

test("the first listed keyword of a boost that occurs is reported", () => {
  const { match } = matcher([], [{ keywords: ["biff response", "biff"], entity: "biff_response" }]);
  expect(match("a BIFF, or a biff response").details).toEqual([
    { entity_id: "biff_response", by: "biff response", text: "biff response" },
  ]);
});

test.each([
  ["biff", "Biffington", true],
  ["Gray Rock", "GRAY ROCKS", true],
  ["gray rock", "gray  rock", false],
  ["煤气灯", "他在煤气灯我", true],
  ["boundary", "boundarý", false],
])("keyword %s in %j: %s, as a part of the message in lower case", (keyword, message, isThere) => {
  expect(matcher([], [{ keywords: [keyword], entity: "it" }]).match(message).matches).toEqual(
    isThere ? ["it"] : [],
  );
});

test.each([
  ["can’t go on", "i can't go on"],
  ["can\\u2019t go on", "i can’t go on"],
  ["töten", "Ich will ihn TÖTEN"],
  ["[’']s over", "it’s over"],
  ["（x）", "(x)"],
  ["go  on", "go on"],
  ["[a–c]!", "-!"],
  ["x-ray", "x–ray"],
  ["(?<what>die)\\b", "to die"],
])("literals of a pattern are folded like messages: %s", (pattern, message) => {
  expect(matcher([{ pattern }]).match(message).matches).toEqual(["handler_crisis"]);
});

test.each(["Want To DIE", "(?i)want to die", "[V-X]ant\\sto\\B die|want to die", "\\p{Lu}ant to die"])(
  "the case of a pattern does not matter: %s",
  (pattern) => {
    expect(matcher([{ pattern }]).match("I WANT to die").matches).toEqual(["handler_crisis"]);
  },
);

test.each([
  ["\\bсмерть\\b", "хочу смерть", true],
  ["\\bсмерть\\b", "Хочу СМЕРТЬ!", true],
  ["\\bсмерть\\b", "смертьё", false],
  ["(?i)\\bсмерть", "смерть", true],
  ["смер\\w+ я", "смертью я", true],
  ["[\\w-]+ смерть", "а-ля смерть", true],
  ["ту\\Bт", "тут", true],
  ["\\b自殺\\b", "私は自殺したい", true],
])("words of other scripts have boundaries: %s in %j", (pattern, message, isThere) => {
  expect(matcher([{ pattern }]).match(message).matches).toEqual(isThere ? ["handler_crisis"] : []);
});

test.each([
  ["^help", " \n help me", true],
  ["me$", "help me \n", true],
  ["help\\n", "help\r\n\r\n me", true],
  ["help\\n", "help me", false],
  ["go on(?: like this|[^\\w ])", "i can't\ngo on\nmy kids", true],
  ["help.{0,9}me", "help\n\nme", true],
  ["to[ -]die", "to\ndie", true],
  ["to\\tdie", "to die", true],
])("line ends: %s in %j", (pattern, message, isThere) => {
  expect(matcher([{ pattern }]).match(message).matches).toEqual(isThere ? ["handler_crisis"] : []);
});

test("a match across a hidden space or mark is quoted as written", () => {
  const { match } = matcher([{ pattern: "\\bkill myself\\b", is_critical: true }]);
  const quoted = (message: string) => match(message).details.map(({ text }) => text);
  expect(quoted("i KILL\u200bmyself")).toEqual(["KILL\u200bmyself"]);
  expect(quoted("killl... *myself*")).toEqual(["killl... *myself"]);
});

test("repeated letters do not hide a critical phrase, and do not affect other rules", () => {
  const rules = (is_critical: boolean) => matcher([{ pattern: "\\bwant to die\\b", is_critical }]);
  expect(rules(true).match("i wannt too DIEEEE").details).toEqual([
    { entity_id: "handler_crisis", by: "\\bwant to die\\b", text: "wannt too DIEEEE" },
  ]);
  expect(rules(false).match("i wannt too dieeee").matches).toEqual([]);
});

test("named words, lists of patterns, and harmless phrases that only the floor sees", () => {
  const rules = (floor: boolean) =>
    createPatternMatcher(
      patternRules.parse({
        words: { kid: "son|daughter", child: "my {kid}" },
        harmless: { sport: ["hit {child} (in|at) (boxing|judo)"] },
        crisis_patterns: [
          { name: "hit", pattern: ["slapped {child}", "hit {child}"], entities: ["handler_crisis"], floor },
        ],
      }),
    );
  expect(rules(false).match("he hit my son").details).toEqual([
    { entity_id: "handler_crisis", by: "hit", text: "hit my son" },
  ]);
  expect(rules(false).match("he hit my sons").matches).toEqual([]);
  expect(rules(false).match("she hit my daughter at judo").matches).toEqual([]);
  expect(rules(true).match("she hit my daughter at judo").matches).toEqual(["handler_crisis"]);
  // Only the phrase is removed: the rest of the message still counts.
  expect(rules(false).match("she hit my daughter at judo. He slapped my son.").matches).toEqual([
    "handler_crisis",
  ]);
});

test.each([
  [{ words: { a: "{b}", b: "{a}" } }, /\{a\} in "words" refers to itself/],
  [{ words: { kid: "son" } }, /\{a\} is not in "words" \(known: kid\)/],
])("unknown names are refused: %j", (part, why) => {
  const rules = patternRules.parse({
    ...part,
    crisis_patterns: [{ pattern: ["hit {a}"], entities: ["it"] }],
  });
  expect(() => createPatternMatcher(rules)).toThrow(why);
});

test.each<[string, Crisis, RegExp]>([
  ["an open group", { pattern: "(kill" }, /crisis pattern 2, "\(kill": missing closing \)/],
  [
    "a range the wrong way round",
    { pattern: "[z-a]" },
    /crisis pattern 2, "\[z-a\]": invalid character class range/,
  ],
  ["look-around", { pattern: "die(?!t)" }, /crisis pattern 2, "die\(\?!t\)": .*"harmless"/],
  ["look-around beside other letters", { pattern: "\\bбить(?! баклуши)" }, /crisis pattern 2, .*"harmless"/],
  ["a back-reference", { pattern: "(a)\\1" }, /crisis pattern 2, .*list the alternatives/],
  ["a pattern that matches everything", { pattern: "(die)?" }, /matches the empty message/],
])("%s is refused", (_, rule, message) => {
  expect(() => matcher([{ pattern: "fine" }, rule])).toThrow(message);
  expect(() => matcher([{ pattern: "fine" }, rule])).toThrow(
    expect.objectContaining({ code: "bad-file", exit: 2 }),
  );
});

test("all problems are reported together", () => {
  expect(() => matcher([{ pattern: "(" }, { pattern: "ok" }, { pattern: "[" }])).toThrow(
    /crisis pattern 1.*\n.*crisis pattern 3/,
  );
});

test("a pattern with exponential backtracking in other engines ends", () => {
  const { match } = matcher([
    { pattern: "(a+)+$", is_critical: true },
    { pattern: "(x+x+)+y", entities: ["other"] },
  ]);
  expect(match(`${"a".repeat(50_000)}!${"x".repeat(50_000)}`).matches).toEqual([]);
});
