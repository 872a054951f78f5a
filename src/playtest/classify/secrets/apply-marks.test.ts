import { expect, test } from "vitest";
import { exampleInput, heardBy } from "../../../../tests/support/playtest/example-input.ts";
import { classifyByRules } from "../classify-by-rules.ts";
import { nameBook } from "../player-names.ts";
import { masked } from "./apply-marks.ts";
import { marks } from "./secrecy-marks.ts";

const read = (text: string) => {
  const said = classifyByRules(exampleInput({ text }));
  return { all: heardBy("all", text, said), sam: heardBy(0, text, said), said };
};

/** One sentence for each idea, to Sam, and what it continues with. */
const told: Record<string, string> = {
  "a label": "GM -> Sam, private: the bell is cracked. It was cracked on purpose.",
  "only one":
    "The language is one that nobody but Sam speaks: the bell is cracked. It was cracked on purpose.",
  "the others cannot":
    "When the other two are snoring, the prisoner turns to Sam. The bell is cracked, he says.",
  "a hushed voice": "The porter bends to Sam's ear and murmurs about the bell. It was cracked on purpose.",
  "drawn apart": "The steward backs Sam into the linen cupboard. The bell is cracked, he says.",
  "a request to keep it": "Sam, keep this under your hat: the bell is cracked. It was cracked on purpose.",
  "a private message": "Sam's earpiece crackles. The bell is cracked, says the client.",
  "in one head": "Into Sam's thoughts steps the drowned god. The bell is cracked, he says.",
  "out of sight": "The captain waits till Sam is alone with him. The bell is cracked, he says.",
  "a tongue or a place of one's own":
    "He speaks to Sam in their own village dialect. The bell is cracked, he says.",
};

test.each(marks.flatMap(({ says }) => says))("a mark finds its example: $example", ({ example, pattern }) => {
  expect(masked(example, nameBook(["Sam", "Alex", "Jo"]))).toMatch(pattern);
});

test("each idea of the table has an example here", () => {
  expect(Object.keys(told)).toEqual(marks.map(({ idea }) => idea));
});

test.each(Object.entries(told))("%s goes to its target alone, with what continues it", (_, whisper) => {
  const text = `The tide is out. ${whisper}\n\nGulls cry.`;
  const { all, sam } = read(text);
  expect(all.replaceAll("\n", "")).toBe("The tide is out. Gulls cry.");
  expect(sam.trim()).toBe(whisper);
});

test.each([
  "Then the rest of you see a light.",
  "Meanwhile the tide turns.",
  "Alex, the door is yours.",
  '"Well?" says Alex.',
  "He straightens up and orders everyone aboard.",
  "Then she slaps the table and shouts for rum.",
  "The bell over the door jangles, and a gust comes in.",
  "Morning comes up grey over the moor.",
])("a telling ends before: %s", (next) => {
  expect(read(`Drawing Sam off behind the tent flap, she names the number nine. ${next}`).all).toBe(next);
});

test.each([
  "The prompter hisses at Sam, loud enough for the back row.",
  "Sam mutters under his breath and lifts the oar.",
  "A letter comes for Sam, and the vicar reads it aloud.",
  "The letter is addressed to Sam. The vicar reads it aloud to the pair of you. Gulls cry.",
  "Sam, your boots are wet.",
  "Sam's arm is bleeding.",
  "The sergeant lowers his voice, and Sam, Alex and Jo lean in.",
  "Then Sam breaks the silence. You are through before anyone can change their mind.",
  "Before anybody can object, Sam has begun to climb.",
  'The purser hands Sam a cup. "It is the same size as everyone else\'s," she says.',
])("public: %s", (text) => {
  expect(read(text).all).toBe(text);
});

test.each([
  "The key is in Sam's boot before anyone can turn.",
  "A coin is in Sam's glove before anybody can see.",
  "It slides to Sam as everyone else's eyes are on the stage.",
])("private: %s", (text) => {
  expect(read(text).all).toBe("");
});

test("what must not reach one of two players goes to the other", () => {
  const text = '"Not a word to Alex," says the porter. The bell is cracked.';
  const said = classifyByRules(exampleInput({ text, names: ["Sam", "Alex"] }));
  expect(heardBy("all", text, said)).toBe("");
  expect(heardBy(0, text, said)).toBe(text);
});

test("if a mark could mean several players, no player hears it, and the segment says why", () => {
  const { all, said } = read("With a finger to its lips the ghost drifts past Sam and Alex.");
  expect(all).toBe("");
  expect(said.segments).toMatchObject([
    { audience: [], evidence: expect.stringContaining("a request to keep it") },
  ]);
});
