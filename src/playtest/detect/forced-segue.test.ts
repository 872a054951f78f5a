import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { forcedSegue } from "./forced-segue.ts";
import type { Observation } from "./observation.ts";

const base = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;
const segues = (text: string, over: Partial<Observation> = {}) =>
  forcedSegue({ ...base, text, openTangent: true, ...over }).findings;

/** Forced whether or not anybody had strayed, and forced only then. */
const plainly = [
  "Anyway, back to the story. The fog is thicker now.",
  "Okay, so, moving on. The tide is out.",
  "Enough of that. The bell rings.",
  "Getting back to the story: the church door creaks.",
  "As I was saying, the stair winds upward.",
  "Let us return to the matter at hand.",
  "Returning to the matter at hand, the keeper waits.",
  "Now, where were we? The keeper waits.",
  "The gulls laugh. But back to the story.",
  "None of this is on the map, so let's get back to the adventure.",
  "It is time to get back on track. It's time to get back on track, I said.",
];
const afterStraying = [
  "Ha! Very funny. Anyway, the door opens.",
  "Moving on, you reach the quay.",
  "Let's get back to the harbour, shall we?",
  "All right, let’s focus. The keeper waits.",
  "Jokes aside, the keeper waits.",
  "That aside, the keeper waits.",
  "That is neither here nor there. The keeper waits.",
  "The keeper waits. Enough of that.",
  "Leaving fish puns behind us, you stand before the door.",
  "With that out of the way, the keeper waits.",
  "Fun as that was, the keeper waits.",
  "That's all very nice, but the keeper waits.",
  "That's enough silliness for now.",
  "But we digress. The keeper waits.",
  "Nothing here matters. The keeper waits.",
  "Before any of that can happen, the keeper knocks.",
  "We can come back to it some other time.",
  "Okay folks, focus. The keeper waits.",
  "Ahem. The story, please.",
  "Let's steer this back to the harbour.",
  "All right, let's pick up where we left off.",
  "Back on topic: the keeper waits.",
  "Now then, about the keeper.",
  "Okay, cut. Fade in on the quay.",
  "Things get lively, but the story is over at the quay.",
  "He takes your arms and marches you back to the quay.",
  "You know, somehow, that you must speak with the keeper.",
  "In any case, the keeper waits.",
];

test.each([...plainly, ...afterStraying])("%s", (text) => {
  const found = segues(text);
  expect(found).toMatchObject([{ type: "forced-return", severity: "warning", turn: base.turn }]);
  expect(text).toContain(found[0]!.evidence[0]!.text);
});

test.each(plainly)("though nobody was off the story: %s", (text) => {
  expect(segues(text, { openTangent: false })).toMatchObject([
    { description: expect.stringContaining("nobody had left"), confidence: 0.6 },
  ]);
});

test.each(afterStraying)("nobody was off the story: %s", (text) => {
  expect(segues(text, { openTangent: false })).toEqual([]);
});

test.each([
  ["Anyway. Back to what matters. The fog thickens.", "Anyway. Back to what matters."],
  ["Ha. Moving on. The fog thickens.", "Moving on."],
  [
    "The fog thickens. That is neither here nor there, so let us get back to the story, all of you.",
    "That is neither here nor there, so let us get back to the story, all of you.",
  ],
])("the whole segue of %j is quoted, and no more", (text, segue) => {
  expect(segues(text)).toMatchObject([
    { evidence: [{ text: segue }], description: expect.stringContaining(segue) },
  ]);
});

test("a marker that a prompt asks for drags nobody, and is not quoted", () => {
  const earlier: Observation["earlier"] = [
    { turn: 9, text: "Fish puns are illegal here.", type: "tangent-response" },
  ];
  expect(
    segues("[[TANGENT]]\nThe keeper laughs with you, and tells one of his own.", {
      earlier,
      relay: "We try a fish pun on the keeper.",
    }),
  ).toEqual([]);
  expect(segues("[[TANGENT]]\nAnyway, back to the story.", { earlier })).toMatchObject([
    { description: expect.not.stringContaining("[[") },
  ]);
});

test("quotes what the group had strayed to, with its turn, before the segue", () => {
  const earlier = [
    { turn: base.turn - 1, text: "Fish puns are illegal here.", type: "tangent-response" as const },
  ];
  expect(
    segues("Enough of that. The bell rings.", { relay: "We tell fish puns.", earlier })[0]!.evidence,
  ).toEqual([
    { turn: base.turn - 1, text: "We tell fish puns." },
    { turn: base.turn, text: "Enough of that." },
  ]);
});

test("the output before handled a tangent", () => {
  const earlier = (type: Observation["type"]) => ({
    openTangent: false,
    earlier: [{ turn: 9, text: "Fish puns are illegal here.", type }],
  });
  expect(segues(afterStraying[0]!, earlier("tangent-response"))).toHaveLength(1);
  expect(segues(afterStraying[0]!, earlier("pulse"))).toEqual([]);
});

describe("natural ways back, and other things that sound alike", () => {
  test.each([
    "As Danny's laugh echoes off the empty storefronts, the fog thickens and you notice movement.",
    "The caravan is moving on without you.",
    "You move on to the next room.",
    "You go back to the church.",
    "She turns back to the story in the ledger.",
    '"Anyway, back to work," says the barman.',
    "“Enough of that,” Eliza snaps.",
    "He does it anyway.",
    "There is enough of that rope for two.",
    "You have had enough, and so has the sea.",
    "Back to back, you face the tide.",
    "Where were you when the bell rang?",
    "The path leads back to where you left the boat.",
    "Your joke hangs in the air until a bell answers it.",
    "Returning to the harbour, you find the boats gone.",
    "You come back to the story that she told you by the fire.",
    "She counts the boats, and back to the story of the flood her finger goes.",
    "As I live and breathe, says her face.",
    "Setting the lamp on the table, she looks up.",
    "Leaving the boat behind the shed, you climb the path.",
    "You feel the need to sit down.",
    "The keeper waits. In any case, the tide is out.",
    "Focus on the lamp and you see a face in it.",
    "She cut the rope, and the boat went.",
    "With that lamp you can see the far wall.",
    "The gulls drag you nowhere, and the way back is long.",
  ])("%s", (text) => {
    expect(segues(text)).toEqual([]);
  });
});
