import { expect, test } from "vitest";
import type { Audience } from "../../contract/index.ts";
import { readMarkers } from "./markers.ts";

const names = ["Sam", "Zoë O'Brien", "Jo"];

/** What is heard, and by whom. */
const heard = (text: string) =>
  readMarkers(text, names).segments.map(({ start, end, audience }) => [text.slice(start, end), audience]);

test.each<[text: string, expected: Array<[string, Audience]>]>([
  ["The gate opens.", [["The gate opens.", "all"]]],
  [
    "The gate opens.\n\n[To Sam only] You smell smoke.\nIt is near.\n\nA dog barks.",
    [
      ["The gate opens.", "all"],
      ["You smell smoke.\nIt is near.", [0]],
      ["A dog barks.", "all"],
    ],
  ],
  [
    "The gate opens. [[PRIVATE Jo]] You smell smoke.\n\nIt is near. [[/PRIVATE]] A dog barks.",
    [
      ["The gate opens.", "all"],
      ["You smell smoke.\n\nIt is near.", [2]],
      ["A dog barks.", "all"],
    ],
  ],
  [
    "[[PRIVATE Sam]] You smell smoke.\n\nA dog barks.",
    [
      ["You smell smoke.", [0]],
      ["A dog barks.", "all"],
    ],
  ],
  [
    "[[PRIVATE Sam]] You smell [[PULSE: Fire]] smoke.\n\n[To Jo only] You don't.\n\nIt is near. [[/PRIVATE]] A dog barks.",
    [
      ["You smell", [0]],
      ["smoke.", [0]],
      ["You don't.", [2]],
      ["It is near.", [0]],
      ["A dog barks.", "all"],
    ],
  ],
  [
    "[[PRIVATE Sam]] One. [[PRIVATE Jo]] Two. [[/PRIVATE]] Three.",
    [
      ["One.", [0]],
      ["Two.", [2]],
      ["Three.", "all"],
    ],
  ],
  ["[To Sam and Jo only] Run.", [["Run.", [0, 2]]]],
  ["[[PRIVATE: sam, zoe]] Run. [[/PRIVATE]]", [["Run.", [0, 1]]]],
  ["[To “Zoë O’Brien” only] Run.", [["Run.", [1]]]],
  ["[To Sam, Zoë & Jo only] Run.", [["Run.", "all"]]],
  [
    "> **[To Sam only]** Run.\n\n_[[TANGENT]]_ *Laughter.*",
    [
      ["Run.", [0]],
      ["*Laughter.*", "all"],
    ],
  ],
  ["[[END]]", [["", "all"]]],
])("who hears what: %j", (text, expected) => {
  expect(heard(text)).toEqual(expected);
  for (const [words] of heard(text)) expect(words).not.toMatch(/\[|\]/);
});

test("a private passage for a name that nobody has reaches nobody", () => {
  const text = "[To Ozymandias only] You smell smoke.\n\n[To Jo and Ada only] You don't.";
  expect(heard(text)).toEqual([
    ["You smell smoke.", []],
    ["You don't.", [2]],
  ]);
  expect(readMarkers(text, names).notes).toEqual([
    "not delivered to Ozymandias: no player has that name",
    "not delivered to Ada: no player has that name",
  ]);
});

test("a first name that two players have names neither", () => {
  expect(readMarkers("[To Sam only] Run.", ["Sam Gray", "Sam Hill"])).toMatchObject({
    segments: [{ audience: [] }],
    notes: ["not delivered to Sam: no player has that name"],
  });
});

test.each([
  "- [To Sam only] Run.",
  "1. [To Sam only] Run.",
  "### [To Sam only] Run.",
  "\ufeff[To Sam only] Run.",
  "\u200b\u00a0“[To Sam only] Run.",
  "[To: Sam only] Run.",
  "[**To Sam only**] Run.",
  "[To Sam only, quietly] Run.",
  "[[PRIVATE Sam]] Run. [[END PRIVATE]]",
])("whatever stands around it, a marker is one: %j", (text) => {
  expect(heard(text)).toEqual([["Run.", [0]]]);
  expect(readMarkers(text, names)).toMatchObject({ concluded: false, notes: [] });
});

test("what looks like a marker and is not one is noted, and so is a private part that nobody closes", () => {
  const text = "[To Sam, quietly] Run.\n\n[[SECRET]] Hide.\n\n[[PRIVATE Jo]] Wait.\n\nA dog barks.";
  expect(readMarkers(text, names).notes).toEqual([
    "[[PRIVATE]] is not closed: only its first paragraph is private",
    "[To Sam, quietly] is not a marker: players see it",
    "[[SECRET]] is not a marker: players see it",
  ]);
});

test("types come in the order of their markers, each once, and pulses have titles", () => {
  expect(
    readMarkers(
      "[[CLARIFY]] Yes. [[PULSE: The Gate]] It opens. [[pulse: Fire]] It burns. [[RECAP]] So.",
      names,
    ),
  ).toMatchObject({
    types: ["clarification", "pulse", "recap"],
    titles: ["The Gate", "Fire"],
    concluded: false,
  });
  expect(readMarkers("[[TANGENT]] Ha.", names)).toMatchObject({ types: ["tangent-response"], titles: [] });
  // A private passage says nothing about the type.
  expect(readMarkers("[To Sam only] Run.", names).titles).toBeUndefined();
  // An end tells that the story is over, not which beats were told.
  expect(readMarkers("Over. [[END]]", names).titles).toBeUndefined();
});

test.each([
  ["It is over. [[END]]", true],
  ["It is over. [[END OF SCENE]]", false],
  ["It is over.\n\nThe End.", true],
  ["It is over.\n**THE END**\n", true],
  ["It is over.\n\n“The End.”", true],
  ["The End.\n\nIs what the book says. What do you do?", false],
  ["You reach the end", false],
])("%j concludes: %s", (text, concluded) => {
  expect(readMarkers(text, names).concluded).toBe(concluded);
});
