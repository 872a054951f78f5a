import { expect, test } from "vitest";
import { classifyByRules } from "../classify-by-rules.ts";
import { exampleInput, heardBy } from "../../../../tests/support/playtest/example-input.ts";

/** Sam is seat 0, Alex 1, Jo 2. «…» is for Sam, ‹…› for Alex; the marks are removed before classification. */
function read(marked: string) {
  const text = marked.replaceAll(/[«»‹›]/g, "");
  const classification = classifyByRules(exampleInput({ text }));
  const within = (pattern: RegExp) => Array.from(marked.matchAll(pattern), ([, words]) => words).join("");
  const expected = {
    all: marked.replaceAll(/«[^»]*»|‹[^›]*›/g, ""),
    sam: within(/«([^»]*)»/g),
    alex: within(/‹([^›]*)›/g),
    jo: "",
  };
  const heard = {
    all: heardBy("all", text, classification),
    sam: heardBy(0, text, classification),
    alex: heardBy(1, text, classification),
    jo: heardBy(2, text, classification),
  };
  return { expected, heard, classification };
}

test.each([
  ["you alone", "«Sam, you alone notice the key.»"],
  ["the others don't hear", "«Sam, a bell rings that the others don't hear.»"],
  ["keep this to yourself", '«"Keep this to yourself, Sam," she says.»'],
  ["spoken of by name", "«Only Sam hears the bell.»"],
  ["others named without being spoken to", "«Sam, you alone see that Alex is bleeding.»"],
  ["by the sentence before", "Sam, you kneel at the well. «Only you can see the face in it.»"],
  ["told before", "«Sam, a whisper rises from the well. The vicar lies. No one else hears it.»"],
  ["nobody else does", "«Sam, you see a face in the window. »Nobody else does."],
  ["announced in a paragraph of its own", "«Sam, you alone see it.\n\nThe bell is cracked.\n\n»Rain."],
])("secret by words: %s", (_, marked) => {
  const { expected, heard } = read(marked);
  expect(heard).toEqual(expected);
});

test("a secret without a recipient is for all, and doubtful", () => {
  const { heard, classification } = read("You alone notice the door.");
  expect(heard.all).toBe("You alone notice the door.");
  expect(classification.segments).toMatchObject([
    { confidence: 0.4, evidence: expect.stringContaining("no player is named") },
  ]);
});

test("what all but one perceive is not for that one player", () => {
  expect(classifyByRules(exampleInput({ text: "Everyone but Sam sees the key." })).segments).toMatchObject([
    { audience: [1, 2] },
  ]);
});

test("a secret for an unknown name reaches no player", () => {
  expect(
    classifyByRules(
      exampleInput({ text: "Rain. Bob, you alone notice the key. It is brass.\n\nThe door opens." }),
    ).segments.map(({ audience }) => audience),
  ).toEqual(["all", [], "all"]);
});

test.each([
  "Sam, you open the door and see a long hall.",
  "Sam, no one else is in the room.",
  "Sam, only you can decide.",
  "Everyone hears the bell. Sam, you hear it first.",
  "Sam, you hear a bell. Alex hears it too.",
  'What Sam alone was told is soon said to all of you: "You alone see the writing, Sam." Rain falls.',
])("public: %s", (text) => {
  expect(read(text).heard.all).toBe(text);
});
