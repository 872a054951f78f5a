import fc from "fast-check";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

test("the same text gives the same verdict", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(classifyByRules(exampleInput({ text }))).toEqual(classifyByRules(exampleInput({ text })));
    }),
    { numRuns: 50 },
  );
});

test("strange, empty or missing names", () => {
  const text = "Sam, you alone see it.";
  for (const names of [[], [""], ["(", "[a-z"], ["Sam", "Sam"], ["you", "alone"]]) {
    expect(classification.safeParse(classifyByRules(exampleInput({ text, names }))).success).toBe(true);
  }
});

test("an empty text is one segment", () => {
  expect(classifyByRules(exampleInput({ text: "" }))).toMatchObject({
    type: "clarification",
    segments: [{ start: 0, end: 0, audience: "all" }],
    concluded: false,
  });
  expect(classifyByRules(exampleInput({ text: " \n " })).segments).toMatchObject([
    { start: 0, end: 3, audience: "all" },
  ]);
});

/** Texts that would take minutes per megabyte with a backtracking pattern or a nested search. */
const units = [
  ".",
  "[",
  "\n",
  "Sam, ",
  "# Sam only\n",
  "[To Sam only: ",
  "[Private to Sam] ",
  "No one else hears it. ",
  "Sam, you x; Alex, you y; ",
  "Sam, the key. Only you see this. You all go. ",
  ...(process.env.REHEARSE_FULL
    ? [
        "a",
        "[[",
        "(",
        "<",
        "*",
        '"',
        "Sam ",
        "Sam and ",
        "[To Sam only] ",
        "[/Private] ",
        "(Only Sam hears this) ",
        "Sam only: x\n",
        "Sam, you alone see it. ",
        "[[PULSE: x]]\n",
        "1. ",
        "… ",
        "no one else ",
        "the others ",
        "only you ",
      ]
    : []),
];
/** A fifth of a megabyte in at most 5 s of CPU: a quadratic algorithm with minutes per megabyte needs more. */
const [LENGTH, MOST_MS] = process.env.REHEARSE_FULL ? [1_000_000, 60_000] : [200_000, 5_000];
test.each(units)(`${LENGTH} characters of %j take seconds at most`, { timeout: 60_000 }, (unit) => {
  const text = unit.repeat(Math.ceil(LENGTH / unit.length));
  const before = process.cpuUsage();
  const { segments } = classifyByRules(
    exampleInput({ text, relay: text.slice(0, LENGTH / 10), earlier: [text.slice(0, LENGTH / 10)] }),
  );
  expect(segments.at(-1)?.end).toBe(text.length);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(MOST_MS);
});

/** Two real evenings of group play: the game master never speaks to one player in secret. */
const evenings = ["C1E001", "C2E031"].map((name) =>
  join(import.meta.dirname, "../../../../shared/data/crd3", `${name}.json`),
);

test.skipIf(!evenings.every(existsSync))(
  "in real group play nothing is classified as secret or as the end",
  () => {
    const alarms: string[] = [];
    for (const file of evenings) {
      const { TURNS } = JSON.parse(readFileSync(file, "utf8")) as {
        TURNS: Array<{ NAMES: string[]; UTTERANCES: string[] }>;
      };
      const told = TURNS.filter(({ NAMES }) => NAMES[0] === "MATT").map(({ UTTERANCES }) =>
        UTTERANCES.join(" "),
      );
      expect(told.length).toBeGreaterThan(500);
      for (const names of [
        ["Grog", "Vex", "Vax", "Fjord", "Jester", "Caleb", "Beau"],
        ["Travis", "Laura", "Liam", "Marisha", "Taliesin"],
      ]) {
        for (const text of told) {
          const { segments, concluded } = classifyByRules(exampleInput({ text, names }));
          if (concluded || segments.some(({ audience }) => audience !== "all"))
            alarms.push(text.slice(0, 80));
        }
      }
    }
    expect(alarms).toEqual([]);
  },
);

test("before the story, a sentence about secrets without a name is for everybody; a tag still counts", () => {
  const greeting =
    "Welcome. Questions, jokes and plans of your own are welcome at any time, and now and then I may have a word for one of you alone.";
  const told = (text: string, phase: "creation" | "story") =>
    classifyByRules(exampleInput({ text, phase })).segments.filter(({ audience }) => audience !== "all");
  expect(told(greeting, "story")).not.toEqual([]);
  expect(told(greeting, "creation")).toEqual([]);
  expect(told("Welcome.\n\n[To Nobody only] You know the way.", "creation")).not.toEqual([]);
});
