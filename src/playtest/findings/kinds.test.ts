/** What code finds by itself: outputs without a word, and near-verbatim repetition. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { issue } from "../../contract/index.ts";
import { dice } from "../../kernel/dice/index.ts";
import { excerpt, type Observation } from "./finding-kind.ts";
import { detect } from "./kinds.ts";

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect", name), "utf8"));
const passages = Object.values(fixture("passages.json") as Record<string, string>);
const clean = (fixture("clean-narration.json") as Array<{ text: string }>).map(({ text }) => text);

const base = {
  turn: 9,
  phase: "story",
  text: "The tide turns.",
  earlier: [],
} satisfies Partial<Observation>;
const found = (over: Partial<Observation>) => detect({ ...base, shared: over.text ?? base.text, ...over });
const told = (...texts: readonly string[]) => texts.map((text, index) => ({ turn: index + 1, text }));

test("twelve turns of clean narration have no findings, and a planted repetition is the only one", () => {
  const kindsIn = (texts: readonly string[]) =>
    texts.flatMap((text, at) => found({ turn: at + 1, text, earlier: told(...texts.slice(0, at)) }));
  expect(kindsIn(clean)).toEqual([]);
  expect(kindsIn(clean.with(9, clean[4]!))).toMatchObject([{ turn: 10, kind: "loop" }]);
});

test.each([
  ["", "The narrator's output is empty."],
  [" \n\t ", "The narrator's output is empty."],
  ["%%% ### …", "The narrator's output has no words."],
])("an output without a word is a breakdown: %j", (text, description) => {
  const [breakdown, ...more] = found({ text });
  expect(more).toEqual([]);
  expect(issue.parse(breakdown)).toMatchObject({ kind: "breakdown", severity: "error", description });
});

test.each(["No.", "I'm sorry, but I can't help with that.", "潮水退得比任何人记忆中都远。"])(
  "any word is enough: %s",
  (text) => {
    expect(found({ text })).toEqual([]);
  },
);

test.each(passages)(
  "a verbatim repeat is a loop that quotes both turns; another passage is not: %s",
  (text) => {
    const [repeat, ...more] = found({ text, earlier: told("The tide turns.", text) });
    expect(more).toEqual([]);
    expect(repeat).toMatchObject({ kind: "loop", severity: "error", evidence: [{ turn: 2 }, { turn: 9 }] });
    for (const quote of repeat!.evidence) expect(text).toContain(quote.text);
    expect(found({ text, earlier: told(...passages.filter((other) => other !== text)) })).toEqual([]);
  },
);

test("one word in twenty may differ; with one in four the rest is for a reader", () => {
  const edited = (text: string, share: number) => {
    const words = text.split(/\s+/);
    const replaced = dice("edit", share, text).shuffle([...words.keys()]);
    for (const at of replaced.slice(0, Math.round(share * words.length))) words[at] = "something";
    return words.join(" ");
  };
  const finds = (share: number) =>
    passages.filter((text) => found({ text: edited(text, share), earlier: told(text) }).length > 0).length;
  expect(finds(0.05)).toBe(passages.length);
  expect(finds(0.25)).toBe(0);
});

const door = "The door is locked. What do you do?";
const choice =
  "Do you follow the boot prints down to the harbour, wake the priest and ask him about the bell, " +
  "or climb to the lighthouse before the tide turns?";

test.each<[string, number, Partial<Observation>]>([
  ["a few words, for the third time in a row", 1, { text: door, earlier: told("Hm.", door, door) }],
  ["a few words, for the second time", 0, { text: door, earlier: told("Hm.", door) }],
  [
    "the same questions before the story",
    0,
    { text: clean[0]!, earlier: told(clean[0]!), phase: "creation" },
  ],
  ["a choice that is still open", 0, { text: `Alex waits. ${choice}`, earlier: told(`Fog. ${choice}`) }],
  [
    "twenty-one outputs back",
    0,
    { text: clean[1]!, earlier: told(clean[1]!, ...Array.from({ length: 20 }, (_, at) => `Filler ${at}.`)) },
  ],
])("loops: %s", (_, count, over) => {
  expect(found(over).map(({ kind }) => kind)).toEqual(Array.from({ length: count }, () => "loop"));
});

test("any text can be checked, also a megabyte, and quotes are verbatim", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.nat(300),
      fc.nat(400),
      (text, start, length) => {
        found({ text, earlier: told(text) });
        return text.includes(excerpt(text, { start, end: start + length }));
      },
    ),
  );
  for (const unit of ["the church door and ", "{{[<%${", "x"]) {
    const huge = unit.repeat(1_000_000 / unit.length);
    found({ text: huge, earlier: told(huge) });
  }
});
