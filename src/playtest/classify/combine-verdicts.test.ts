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

test("private in either verdict is private, cut at the borders of both", () => {
  const rules = verdict([segment(0, 10, "all"), segment(10, 20, [0]), segment(20, 30, "all")]);
  expect(audiences(combineVerdicts(rules, model([segment(5, 12, [0]), segment(25, 30, [1])])))).toEqual([
    [0, 5, "all"],
    [5, 10, [0]],
    [10, 20, [0]],
    [20, 25, "all"],
    [25, 30, [1]],
  ]);
});

test("a model never widens", () => {
  const rules = verdict([segment(0, 10, [0])]);
  expect(audiences(combineVerdicts(rules, model([segment(0, 10, "all")])))).toEqual([[0, 10, [0]]]);
  expect(audiences(combineVerdicts(rules, model([segment(0, 10, [0, 1, 2])])))).toEqual([[0, 10, [0]]]);
});

test("private to different players: their intersection, or else no player, and it is recorded", () => {
  expect(
    audiences(combineVerdicts(verdict([segment(0, 10, [0, 1])]), model([segment(0, 10, [1, 2])]))),
  ).toEqual([[0, 10, [1]]]);
  for (const evidence of ["you alone", "tag [To Sam only]"]) {
    const merged = combineVerdicts(
      verdict([segment(0, 10, [0], { evidence })]),
      model([segment(0, 10, [1])]),
    );
    expect(merged.segments).toMatchObject([
      { start: 0, end: 10, audience: [], disputed: { named: [0], model: [1] } },
    ]);
  }
});

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

test("type, title, evidence and source are the model's", () => {
  const merged = combineVerdicts(
    verdict([segment(0, 10, "all")], { title: "First words" }),
    model([segment(0, 10, "all")], { type: "pulse", title: "The Gate", evidence: "a gate" }),
  );
  expect(merged).toMatchObject({
    type: "pulse",
    title: "The Gate",
    evidence: "a gate",
    source: "openai/gpt-4o-mini",
    confidence: 0.9,
  });
  expect(
    combineVerdicts(
      verdict([segment(0, 10, "all")], { title: "First words" }),
      model([segment(0, 10, "all")], { type: "recap", title: "The Gate" }),
    ),
  ).toEqual(expect.not.objectContaining({ title: expect.anything() }));
  expect(
    combineVerdicts(verdict([segment(0, 10, "all")]), model([], { type: "recap" })).segments,
  ).toMatchObject([{ type: "recap" }]);
});

test("the narrator's markers stay", () => {
  const rules = verdict([segment(0, 10, "all", { type: "recap" })], {
    type: "recap",
    evidence: "marker [[RECAP]]",
  });
  const merged = combineVerdicts(rules, model([segment(0, 10, "all")], { type: "pulse" }));
  expect(merged).toMatchObject({ type: "recap", source: "rules", segments: [{ type: "recap" }] });
});

test("a private moment without a private segment falls back to the rules", () => {
  expect(
    combineVerdicts(
      verdict([segment(0, 10, "all")]),
      model([segment(0, 10, "all")], { type: "private-moment" }),
    ),
  ).toMatchObject({ type: "pulse", source: "rules" });
  expect(
    combineVerdicts(
      verdict([segment(0, 10, "all")]),
      model([segment(5, 10, [0])], { type: "private-moment" }),
    ),
  ).toMatchObject({ type: "private-moment", segments: [{ type: "pulse" }, { type: "private-moment" }] });
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

test("ignores a model's segments outside the text", () => {
  const rules = verdict([segment(0, 10, "all")]);
  expect(
    audiences(
      combineVerdicts(
        rules,
        model([segment(10, 90, [0]), segment(40, 50, [1]), segment(7, 7, [1]), segment(8, 90, [1])]),
      ),
    ),
  ).toEqual([
    [0, 8, "all"],
    [8, 10, [1]],
  ]);
  expect(audiences(combineVerdicts(verdict([segment(0, 0, "all")]), model([segment(0, 5, [0])])))).toEqual([
    [0, 0, "all"],
  ]);
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
