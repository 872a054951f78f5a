import { expect, test } from "vitest";
import { type PlayerAgent } from "../../contract/index.ts";
import { relayPrompt, type RelayPromptOptions } from "./relay-prompt.ts";

const names = ["Danny", "Sam", "Jo"];
const spokesperson = {
  seat: 0,
  name: "Danny",
  archetype: "joker",
  systemPrompt: "SYSTEM 4417",
  generatedBackstory: "BACKSTORY 4417",
  characterForStory: "CHARACTER 4417",
  model: "grok",
} as PlayerAgent;

function ask(over: Partial<RelayPromptOptions> = {}): { all: string; last: string } {
  const { instructions, messages } = relayPrompt({
    spokesperson,
    names,
    narration: "A bell rings under the water.",
    talk: [
      { seat: 0, says: "My uncle sold bells." },
      { seat: 1, says: "I don't like the water." },
      { seat: 2, says: "I was told of a key." },
      { seat: 0, says: "Of course you were, Jo." },
    ],
    wishes: [
      { seat: 0, wants: "open the hatch" },
      { seat: 1, wants: "wait for the tide" },
      { seat: 2, wants: "" },
    ],
    before: ["We went down.", "We knocked twice."],
    noise: "faithful",
    ...over,
  });
  const last = messages.at(-1)!.content;
  return { all: [instructions, ...messages.map(({ content }) => content)].join("\n"), last };
}

test("the spokesperson has the narrator's words, everything said at the table in order, every wish and the last relays", () => {
  const { last } = ask();
  const inOrder = [
    "- We went down.",
    "- We knocked twice.",
    "A bell rings under the water.",
    "- Danny (you): My uncle sold bells.",
    "- Sam: I don't like the water.",
    "- Jo: I was told of a key.",
    "- Danny (you): Of course you were, Jo.",
    "- Danny (you): open the hatch",
    "- Sam: wait for the tide",
  ];
  expect(inOrder.map((line) => last.indexOf(line))).toEqual(
    inOrder.map((line) => last.indexOf(line)).toSorted((a, b) => a - b),
  );
  for (const line of inOrder) expect(last).toContain(line);
  expect(last.slice(last.indexOf("What they want"))).not.toContain("Jo:");
});

test("leaves out what only the spokesperson knows", () => {
  expect(ask().all).not.toContain("4417");
});

/** The paragraph with this turn's instruction. */
const orderIn = (text: string) => text.split("\n\n").filter((part) => part.startsWith("This turn: "));

test("names the player to leave out, and hides their wish", () => {
  const { last } = ask({ noise: "drops a wish", dropped: 1 });
  expect(orderIn(last)[0]).toContain("Sam");
  expect(last).not.toContain("wait for the tide");
  expect(last).toContain("open the hatch");
});
