import { expect, test } from "vitest";
import { diffWords, folded, type DiffPart } from "./diff-words.ts";

const brief = (parts: readonly DiffPart[]): string =>
  parts
    .map(({ kind, text }) => (kind === "same" ? text : kind === "added" ? `{+${text}}` : `{-${text}}`))
    .join("");
const side = (parts: readonly DiffPart[], without: DiffPart["kind"]): string =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("");

test.each([
  ["Be brief.", "Be very brief.", "Be {+very }brief."],
  ["one two three", "one three", "one {-two }three"],
  ["Ask a question.", "Ask nothing.", "Ask {-a question}{+nothing}."],
  ["the old red door", "the new blue door", "the {-old red}{+new blue} door"],
  ["a\nb\nc", "a\nc", "a\n{-b\n}c"],
  ["", "new", "{+new}"],
  ["old", "", "{-old}"],
  ["", "", ""],
  ["Straße, Ünal’s naïve plan", "Straße, Ünal’s bold plan", "Straße, Ünal’s {-naïve}{+bold} plan"],
])("%j to %j", (before, after, expected) => {
  expect(brief(diffWords(before, after))).toBe(expected);
});

test("the parts always make up both texts", () => {
  let state = 7;
  const dice = (sides: number) => (state = (state * 48_271) % 2_147_483_647) % sides;
  const text = () =>
    Array.from({ length: dice(40) }, () => ["a", "b", "c ", " ", "\n", "👍🏽", "."][dice(7)]).join("");
  for (let round = 0; round < 500; round += 1) {
    const [before, after] = [text(), text()];
    for (const mostChanges of [0, 3, 1_000]) {
      const parts = diffWords(before, after, { mostChanges });
      expect(side(parts, "added")).toBe(before);
      expect(side(parts, "removed")).toBe(after);
      expect(parts.every(({ text }) => text !== "")).toBe(true);
    }
  }
});

test("texts with many changed words are compared by lines, and then as a whole", () => {
  const before = "first line of it\nkeep this line\nlast words";
  const after = "another start here now\nkeep this line\nlast words";
  expect(brief(diffWords(before, after, { mostChanges: 2 }))).toBe(
    "{-first line of it\n}{+another start here now\n}keep this line\nlast words",
  );
  expect(brief(diffWords(before, after, { mostChanges: 1 }))).toBe(`{-${before}}{+${after}}`);
});

test("unchanged lines far from a change are folded, and a single line never is", () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("");
  const before = `${lines(1, 20)}old\n${lines(21, 24)}bad\n${lines(25, 40)}`;
  const parts = folded(diffWords(before, before.replace("old", "new").replace("bad", "good")), 2);
  expect(parts.map((part) => (part.kind === "folded" ? part.lines : part.text))).toEqual([
    18,
    "line 19\nline 20\n",
    "old",
    "new",
    `\n${lines(21, 24)}`,
    "bad",
    "good",
    "\nline 25\nline 26\n",
    14,
  ]);
  expect(folded([{ kind: "same", text: lines(1, 30) }], 2)).toEqual([
    { kind: "folded", lines: 30, text: lines(1, 30) },
  ]);
});
