import { expect, test } from "vitest";
import { classifyByRules } from "../classify-by-rules.ts";
import type { ClassifyInput } from "../classify-input.ts";
import { exampleInput, exampleStory } from "../../../../tests/support/playtest/example-input.ts";

const [arrival, innkeeper, chapel] = exampleStory.pulses as [Pulse, Pulse, Pulse];
type Pulse = (typeof exampleStory.pulses)[number];

const classify = (given: Partial<ClassifyInput>) => classifyByRules(exampleInput(given));

test.each<[string, Partial<ClassifyInput>]>([
  [
    "a telling of the guide",
    {
      text: `${innkeeper.text[0]}\n\nWhat do you tell her?`,
      relay: "We take the cliff path.",
      earlier: [arrival.text[0]!],
    },
  ],
  [
    "a new scene in the narrator's own words",
    {
      text: "You follow the cliff path until it ends at a low door. Beyond it a stair goes down into the dark, and warm air rises from it, smelling of tallow and wet dogs. Somebody has chalked a row of numbers on the lintel, and the last one is still damp. Do you go down, or wait for whoever wrote it?",
      relay: "We take the cliff path.",
      earlier: [arrival.text[0]!],
    },
  ],
  [
    "a question answered on the way to a new beat",
    {
      text: `Yes, the rope is new. ${chapel.text[0]}\n\nDo you cut the rope or follow it?`,
      relay: "Jo asks whether the rope is new. Then we go down the stairs.",
      earlier: [innkeeper.text[0]!],
    },
  ],
  [
    "the first telling of all",
    { text: `${arrival.text[1]}\n\nWhere do you go?`, relay: "We are Sam, Alex and Jo." },
  ],
])("pulse: %s", (_, given) => {
  expect(classify(given)).toMatchObject({ type: "pulse", title: expect.any(String) });
});

test.each<[string, Partial<ClassifyInput>]>([
  [
    "yes",
    {
      text: "Yes, the door is still locked. The bar has not moved.",
      relay: "Is the door still locked?",
      earlier: [innkeeper.text[0]!],
    },
  ],
  [
    "a detail of the guide",
    {
      text: "Jo asks, and the answer is there for whoever looks. The boat hook is tipped with old iron.",
      relay: "Jo asks what the boat hook is made of.",
      earlier: [innkeeper.text[0]!],
    },
  ],
  [
    "an acknowledgment",
    { text: "Of course. Take your time.", relay: "Give us a minute.", earlier: [arrival.text[0]!] },
  ],
])("clarification: %s", (_, given) => {
  const { type, title } = classify(given);
  expect({ type, title }).toEqual({ type: "clarification", title: undefined });
});

test.each<[string, Partial<ClassifyInput>]>([
  [
    "asked for",
    {
      text: "So far, you have arrived on an empty platform, heard a bell beneath the cliffs, and met Orla Penhale, who bars the door of the Gannet with a boat hook.",
      relay: "Could we have a short recap for Jo?",
      earlier: [arrival.text[0]!, innkeeper.text[0]!],
    },
  ],
  [
    "to recap",
    {
      text: "To recap: the train left you on the platform, the timetable was struck out by hand, and a bell rang below the cliffs. Orla Penhale offers beds and supper if you leave before the spring tide.",
      relay: "Wait, what happened?",
      earlier: [arrival.text[0]!, innkeeper.text[0]!],
    },
  ],
  [
    "by titles",
    {
      text: 'In short, Jo, this is how you come to be here. There was "The Empty Platform", and then "The Innkeeper\'s Bargain", where you took her terms.',
      relay: "Jo lost the thread.",
      earlier: [arrival.text[0]!, innkeeper.text[0]!],
    },
  ],
])("recap: %s", (_, given) => {
  expect(classify(given).type).toBe("recap");
});

test.each<[string, Partial<ClassifyInput>]>([
  [
    "the joke taken up",
    {
      text: "Orla snorts at the thought of a burrito and sets another log on the fire. The laughter dies down by itself.",
      relay: "Alex would pay good money for a burrito right now.",
      openTangent: true,
      earlier: [innkeeper.text[0]!],
    },
  ],
  [
    "in the group's own words",
    {
      text: '"My landlord calls that a feature" goes round the taproom until even the careful ones are grinning. A shutter bangs.',
      relay: 'Sam can\'t let go of "my landlord calls that a feature".',
      openTangent: true,
      earlier: [innkeeper.text[0]!],
    },
  ],
  [
    "with the open question put once more",
    {
      text: "Orla pictures the burrito, at length. A shutter bangs.\n\nDo you accept her terms, or ask what she fears?",
      relay: "Alex would pay good money for a burrito right now.",
      openTangent: true,
      earlier: [`${innkeeper.text[0]} You could accept her terms or ask what she fears.`],
    },
  ],
  [
    "the narrator's own, of which the group said nothing",
    {
      text: 'Jo will want to hear how "the chair" came about in the first place. Some swear by vinegar, some by patience. Perhaps one of you has a picture of it at home?',
      relay: "Jo asks what the boat hook is made of.",
      earlier: [innkeeper.text[0]!],
    },
  ],
])("tangent: %s", (_, given) => {
  expect(classify(given).type).toBe("tangent-response");
});

test.each([
  ["[[PULSE: The Gate]]\nYes.", "pulse"],
  ["[[TANGENT]]\nYou arrive at the gate. What do you do?", "tangent-response"],
  ["[[CLARIFY]]\nYou arrive at the gate. What do you do?", "clarification"],
  ["[[RECAP]]\nYou arrive at the gate. What do you do?", "recap"],
  ["[[CLARIFY]]\nYes.\n[[PULSE: The Gate]]\nThe gate opens.", "pulse"],
  ["**[[PULSE: The Gate]]**\nYes.", "pulse"],
])("a marker decides: %s", (text, type) => {
  expect(classify({ text, relay: "Is it open?" })).toMatchObject({
    type,
    confidence: 0.97,
    evidence: expect.stringContaining("marker [["),
  });
});

test("each part has the type of its marker, and a pulse the marker's title", () => {
  const { segments, title } = classify({
    text: "[[CLARIFY]]\nYes.\n[[PULSE: The Gate]]\nIt opens.\n[[PRIVATE Sam]]\nRun.\n[[/PRIVATE]]",
  });
  expect(segments.map(({ type }) => type)).toEqual(["clarification", "pulse", "private-moment"]);
  expect(title).toBe("The Gate");
});

test("markers count only at the start of a line", () => {
  const given = { text: 'The sign reads "[[RECAP]]" and below it [[END]] in red.', relay: "", earlier: [] };
  expect(classify(given)).toMatchObject({ concluded: false, source: "rules" });
  expect(classify(given).evidence).not.toContain("marker");
});

test("before the story everything is clarification", () => {
  expect(
    classify({ text: `[[PULSE: X]]\n${innkeeper.text[0]}\n\nThe End.`, phase: "creation" }),
  ).toMatchObject({ type: "creation", evidence: "character creation", concluded: false });
});
