import { expect, test } from "vitest";
import { findBeats } from "./find-beats.ts";

const titles = (text: string) => findBeats(text).beats.map(({ title }) => title);

test.each<[string, string, string[], RegExp]>([
  [
    "numbered headings",
    "# Ferry\n\n## 1. Casting off\nRopes.\n\n## 2. Water\nCold.",
    ["Casting off", "Water"],
    /numbered/,
  ],
  ["headings with a word and a number", "## Beat 1: Off\n\n## Beat 2: On\n", ["Off", "On"], /"Beat 1: Off"/],
  ["scenes without titles", "# Scene 1\na\n# Scene 2\nb", ["Scene 1", "Scene 2"], /numbered/],
  [
    "Spanish scenes",
    "## Escena 1 — El muelle\n\n## Escena 2 — La niebla\n",
    ["El muelle", "La niebla"],
    /numbered/,
  ],
  [
    "Roman chapters",
    "## Kapitel I: Hafen\n\n## Kapitel II: Nebel\n\n## Kapitel IV: Ende",
    ["Hafen", "Nebel", "Ende"],
    /./,
  ],
  ["Japanese scenes", "## 第1幕 港\n\n## 第2幕 霧\n", ["港", "霧"], /numbered/],
  ["two words before the number", "## Plot Point 1: Off\n## Plot Point 2: On", ["Off", "On"], /numbered/],
  [
    "scenes that count anew in every act",
    "# Act 1\n## Scene 1: A\n## Scene 2: B\n# Act 2\n## Scene 1: C\n## Scene 2: D",
    ["A", "B", "C", "D"],
    /Scene 1/,
  ],
  ["dotted numbers", "## 1.1 A\n## 1.2 B\n## 2.1 C", ["A", "B", "C"], /numbered/],
  [
    "sub-headings of Beats",
    "# Ferry\n## People\n### Ines\n### Otto\n## Beats\n### Off\n#### a\n### On\n",
    ["Off", "On"],
    /"Beats"/,
  ],
  [
    "a list under Beats",
    "# Ferry\n1. Ana\n2. Leo\n## Beats\n1. Off\n2. On",
    ["Off", "On"],
    /list of 2 items/,
  ],
  [
    "lines of their own in plain text",
    "The Ferry\n\nScene 1: Off\nRopes.\n\nScene 2: On\nFog.",
    ["Off", "On"],
    /numbered/,
  ],
  ["a list, which may be of anything", "1. one\n2. two\n3. three", [], /no numbered headings/],
  ["headings that do not count", "# A\n## Room 12\n## Room 7\nText", [], /no numbered headings/],
  ["a heading in a code block", "```\n## 1. A\n## 2. B\n```", [], /no numbered/],
  ["prose", "They walk. In 1920 they stop.", [], /no numbered/],
])("%s", (_, text, expected, rule) => {
  expect(titles(text)).toEqual(expected);
  expect(findBeats(text).rule).toMatch(rule);
});

test("a beat's summary is the text under its heading, with its sub-headings", () => {
  const text =
    "# Ferry\nIntro.\n## 1. Off\nRopes.\n### Detail\nA boy.\n## 2. On\n\nFog.\n\n# Notes\nNo beat.";
  expect(findBeats(text).beats).toEqual([
    { title: "Off", summary: "Ropes.\n### Detail\nA boy." },
    { title: "On", summary: "Fog." },
  ]);
});

test("an item's title is its bold words, its words before a dash, or its first sentence", () => {
  const list =
    "1. one\n2. two\n\nText.\n\n1. **The quay**: ropes\n2. The fog — thick\n   - with a nested " +
    "bullet\n3. They land. Somebody waits.\n4. Home";
  expect(titles(`# Ferry\n## Beats\n${list}`)).toEqual(["The quay", "The fog", "They land", "Home"]);
});

test("titles lose their numbers, also one that occurs twice, but not a room's", () => {
  const beats = "### 1. A\n### 2. The cellar\n### 2. The attic\n### 3. D";
  expect(titles(beats)).toEqual(["A", "The cellar", "The attic", "D"]);
  expect(titles("## Beats\n### Room 12 is locked\n### 7. The key")).toEqual(["Room 12 is locked", "The key"]);
});

test("a text of the greatest length does not hang", () => {
  for (const line of [
    "## Plot\n",
    "# 1. a\n",
    "# 2. a\n",
    "# 1. a\n# b\n",
    "1. a\n",
    "## Beats\n### a\n",
    "Scene 1\n\n",
    "a b ".repeat(20) + "\n",
  ])
    findBeats(line.repeat(Math.floor(400_000 / line.length)));
});
