/**
 * Secrets as narrators really tell them, with public text around: none may reach another player, and public text must
 * stay public.
 */
import { expect, test } from "vitest";
import { classifyByRules } from "../classify-by-rules.ts";
import { exampleInput } from "../../../../tests/support/playtest/example-input.ts";

const SAM = [0];
const ALEX = [1];
const JO = [2];

type Canary = {
  name: string;
  text: string;
  secrets: Array<[words: string, seats: number[]]>;
  open?: string[];
};

const canaries: Canary[] = [
  {
    name: "in the middle of a paragraph",
    text: "The harbour is quiet. Fog rolls in, and the lamps gutter. **Sam**, you alone notice that the ferryman casts no shadow. His hands are wet to the elbow. The ferryman waves for all of you to board.",
    secrets: [["that the ferryman casts no shadow. His hands are wet to the elbow.", SAM]],
    open: ["Fog rolls in, and the lamps gutter.", "The ferryman waves for all of you to board."],
  },
  {
    name: "at the end",
    text: "You step into the chapel. The pews face the sea.\n\nWhat do you do?\n\nAs you kneel, Sam, only you smell burnt rosemary.",
    secrets: [["burnt rosemary", SAM]],
    open: ["The pews face the sea.", "What do you do?"],
  },
  {
    name: "two secrets to two players in one paragraph",
    text: "The vicar bows. Sam, you alone see the knife in his sleeve. Alex, only you hear that he hums your mother's song. The rest of you see a tired old man.",
    secrets: [
      ["the knife in his sleeve", SAM],
      ["he hums your mother's song", ALEX],
    ],
    open: ["The vicar bows.", "a tired old man"],
  },
  {
    name: "inside quotation marks",
    text: "The vicar turns. “Alex,” he murmurs, for your ears only, “your brother is in the crypt.” Then he raises his voice.\n\n“Welcome,” he says to everyone.",
    secrets: [["your brother is in the crypt", ALEX]],
    open: ["The vicar turns.", "Welcome"],
  },
  {
    name: "in speech that goes on",
    text: 'She leans in. "Sam, only you may know. The well is dry. All of you will thirst." She smiles.\n\nThe door opens.',
    secrets: [["The well is dry. All of you will thirst.", SAM]],
    open: ["She leans in.", "The door opens."],
  },
  {
    name: "to the spokesperson",
    text: "The bell rings. Jo, you speak for the group, but this is for you alone: the count is seven.\n\nWhat do you tell the others?",
    secrets: [["the count is seven", JO]],
    open: ["The bell rings."],
  },
  {
    name: "told first, marked after",
    text: "Jo, you feel a hand slip into yours. It is cold and has six fingers. None of the others notice.",
    secrets: [["It is cold and has six fingers.", JO]],
  },
  {
    name: "between rules",
    text: "The gate opens.\n\n---\n\n**For Sam's eyes only:**\n\nThe ring is yours.\n\n---\n\nWhat do you all do?",
    secrets: [["The ring is yours.", SAM]],
    open: ["The gate opens.", "What do you all do?"],
  },
  {
    name: "one tag after another",
    text: "[To SAM only]: The vicar lies.\n\n[To ALEX only]: The vicar is honest.\n\n[To everyone] The vicar bows.",
    secrets: [
      ["The vicar lies.", SAM],
      ["The vicar is honest.", ALEX],
    ],
    open: ["The vicar bows."],
  },
  {
    name: "over two paragraphs, closed",
    text: "[[PULSE: The Gate]]\nThe gate opens.\n[[PRIVATE Jo]]\nThe captain is your uncle.\n\nHe winks.\n[[/PRIVATE]]\nThe captain salutes.",
    secrets: [["The captain is your uncle.\n\nHe winks.", JO]],
    open: ["The gate opens.", "The captain salutes."],
  },
  {
    name: "a vision that goes on",
    text: "Sam, a vision takes you: the drowned choir, and your sister among them.\n\nThe vision shows you her hands. They are tied.\n\nWhen it passes, everyone is staring at you.",
    secrets: [
      ["your sister among them", SAM],
      ["They are tied.", SAM],
    ],
    open: ["everyone is staring at you"],
  },
  {
    name: "an aside that names the player late",
    text: "The host pours. (This is for Alex only: the wine is poisoned.) He raises his glass to you all.",
    secrets: [["the wine is poisoned", ALEX]],
    open: ["The host pours.", "He raises his glass to you all."],
  },
  {
    name: "before anybody else",
    text: "You cross the lake. You see it before anyone else does, Alex: a hand under the ice.",
    secrets: [["a hand under the ice", ALEX]],
    open: ["You cross the lake."],
  },
  {
    name: "as a list",
    text: "You each look into the mirror.\n\n- Sam: you alone see a crown.\n- Alex: only you see a grave.\n- Jo: you see yourself.",
    secrets: [
      ["a crown", SAM],
      ["a grave", ALEX],
    ],
    open: ["You each look into the mirror.", "you see yourself"],
  },
  {
    name: "after a joke",
    text: "Ha! The ferret would make a fine mayor.\n\nMeanwhile, Jo, so quietly that the others cannot hear, it says your name.",
    secrets: [["it says your name", JO]],
    open: ["The ferret would make a fine mayor."],
  },
];

test.each(canaries)("a secret $name", ({ text, secrets, open = [] }) => {
  const { segments } = classifyByRules(exampleInput({ text }));
  const audienceOf = (words: string) => {
    const start = text.indexOf(words);
    expect(start, `"${words}" is in the text`).toBeGreaterThanOrEqual(0);
    return segments
      .filter((segment) => segment.start < start + words.length && segment.end > start)
      .map(({ audience }) => audience);
  };
  for (const [words, seats] of secrets)
    expect(
      audienceOf(words).every((audience) => String(audience) === String(seats)),
      words,
    ).toBe(true);
  for (const words of open) expect(audienceOf(words), words).toEqual(["all"]);
});
