import fc from "fast-check";
import { expect, test } from "vitest";
import { classification } from "../../contract/index.ts";
import { classifyByRules } from "./classify-by-rules.ts";
import { exampleInput } from "../../../tests/support/playtest/example-input.ts";

/** What a confused or hostile narrator might write, in any order. */
const scraps = [
  "Sam, you alone see it. ",
  "Alex, you open the door. ",
  "The others don't notice. ",
  "No one else hears it. ",
  "All of you wait. ",
  "Rain. ",
  "\n\n",
  "\n",
  "[To Sam only] ",
  "[Private to Alex] ",
  "[/Private] ",
  "[[PRIVATE Jo]]\n",
  "[[/PRIVATE]]\n",
  "[[PULSE: The Gate]]\n",
  "[[END]]\n",
  "\n[[TANGENT]]\n",
  "(Only Sam hears this) ",
  "**Privately to Jo:** ",
  "Sam only: ",
  "# For Alex only\n",
  "---\n",
  "> ",
  '<private to="Sam">',
  "</private>",
  "<b>",
  "[To Bob only] ",
  "[Everyone] ",
  '"',
  "“",
  "…",
  "...",
  "Sam",
  ", ",
  ". ",
  "you alone ",
  "only you, ",
  "[",
  "]",
  "(",
  ")",
  "💀",
  "é",
  "\u0301",
  "\ud800",
  "\r\n",
  "The End.",
  "What do you do? ",
];
const anyText = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...scraps), { maxLength: 40 }).map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
);

test("segments tile any text, each with an audience and short evidence", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const verdict = classifyByRules(exampleInput({ text }));
      expect(classification.safeParse(verdict).success).toBe(true);
      expect(verdict.segments.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
      expect(verdict.segments[0]?.start).toBe(0);
      verdict.segments
        .slice(1)
        .forEach(({ start, end }, index) =>
          expect([start, end > start]).toEqual([verdict.segments[index]!.end, true]),
        );
      expect(
        [verdict, ...verdict.segments].every(({ evidence }) => evidence.length <= 160 && evidence !== ""),
      ).toBe(true);
      expect(
        verdict.segments.every(({ audience }) => audience === "all" || audience.every((seat) => seat < 3)),
      ).toBe(true);
    }),
    { numRuns: 600 },
  );
});
