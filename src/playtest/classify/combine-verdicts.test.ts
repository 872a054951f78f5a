import fc from "fast-check";
import { expect, test } from "vitest";
import { classification, outputType, type Classification, type Segment } from "../../contract/index.ts";
import { classifyByRules } from "./classify-by-rules.ts";
import { exampleInput } from "../../../tests/support/playtest/example-input.ts";
import { combineVerdicts } from "./combine-verdicts.ts";

const segment = (
  start: number,
  end: number,
  audience: Segment["audience"],
  given: Partial<Segment> = {},
): Segment => ({
  start,
  end,
  audience,
  type: audience === "all" ? "pulse" : "private-moment",
  confidence: 0.8,
  evidence: "words",
  source: "rules",
  ...given,
});
const verdict = (segments: Segment[], given: Partial<Classification> = {}): Classification => ({
  type: "pulse",
  confidence: 0.6,
  source: "rules",
  evidence: "words",
  segments,
  concluded: false,
  ...given,
});
const model = (segments: Segment[], given: Partial<Classification> = {}): Classification =>
  verdict(
    segments.map((one) => ({ ...one, source: "openai/gpt-4o-mini" })),
    { source: "openai/gpt-4o-mini", confidence: 0.9, ...given },
  );
const audiences = ({ segments }: Classification) =>
  segments.map(({ start, end, audience }) => [start, end, audience]);

test("an explicit tag wins over a model, and a model cannot claim to have seen one", () => {
  const tag = { evidence: "tag [To Sam and Alex only]" };
  expect(
    audiences(combineVerdicts(verdict([segment(0, 10, [0, 1], tag)]), model([segment(0, 10, [1])]))),
  ).toEqual([[0, 10, [0, 1]]]);
  expect(
    audiences(
      combineVerdicts(
        verdict([segment(0, 10, "all")]),
        model([segment(0, 10, [0, 1], tag), segment(0, 10, [1])]),
      ),
    ),
  ).toEqual([[0, 10, [1]]]);
});

test.each([
  [false, true, 0.7, true],
  [false, true, 0.69, false],
  [true, false, 0.9, true],
  [false, false, 0.9, false],
])("concluded: rules %s, model %s with %s: %s", (byRules, byModel, confidence, expected) => {
  expect(
    combineVerdicts(
      verdict([segment(0, 1, "all")], { concluded: byRules }),
      model([], { concluded: byModel, confidence }),
    ).concluded,
  ).toBe(expected);
});

const texts = [
  "Rain. Sam, you alone see the key. It is brass. All of you wait.",
  "[To Sam and Alex only] One. [/To Sam only] Two.\n\nJo, you remember the song. It ends.",
  "[[PULSE: X]]\nOne. Two. [[PRIVATE Jo]] Three. [[/PRIVATE]] Four.",
  "Nothing secret here. Nothing at all.",
  "",
];

/** Anything a model may return, valid or not: overlaps, gaps, places outside, any seat. */
const anyVerdict = fc.record({
  type: fc.constantFrom(...outputType.options),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  source: fc.constantFrom("openai/gpt-4o-mini", "rules"),
  evidence: fc.constantFrom("words", "tag [To Jo only]", "marker [[END]]"),
  concluded: fc.boolean(),
  segments: fc.array(
    fc.record({
      start: fc.integer({ min: 0, max: 80 }),
      end: fc.integer({ min: 0, max: 120 }),
      type: fc.constantFrom(...outputType.options),
      audience: fc.oneof(
        fc.constant("all" as const),
        fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }),
      ),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      evidence: fc.constantFrom("words", "tag [To Jo only]"),
      source: fc.constant("openai/gpt-4o-mini"),
    }),
    { maxLength: 6 },
  ),
});

test("for any model reply, the text is tiled and the rules' audiences are never widened", () => {
  fc.assert(
    fc.property(fc.constantFrom(...texts), anyVerdict, (text, said) => {
      const rules = classifyByRules(exampleInput({ text }));
      const merged = combineVerdicts(rules, said as Classification);
      expect(classification.safeParse(merged).success).toBe(true);
      expect(merged.segments.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
      const hears = ({ segments }: Classification, at: number, seat: number) =>
        segments.some(
          ({ start, end, audience }) =>
            start <= at && at < end && (audience === "all" || audience.includes(seat)),
        );
      for (let at = 0; at < text.length; at++) {
        for (const seat of [0, 1, 2]) if (hears(merged, at, seat)) expect(hears(rules, at, seat)).toBe(true);
        const disputed = merged.segments.some(
          ({ start, end, disputed }) => start <= at && at < end && disputed,
        );
        expect([0, 1, 2].some((seat) => hears(merged, at, seat))).toBe(!disputed);
      }
    }),
    { numRuns: 300 },
  );
});
