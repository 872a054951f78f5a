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
  characterForStory: "A dock clerk who lost a bet.",
  model: "grok",
} as PlayerAgent;

function ask(over: Partial<RelayPromptOptions> = {}) {
  const { instructions, messages } = relayPrompt({
    spokesperson,
    names,
    narration: "A bell rings under the water.",
    talk: [
      { seat: 0, says: "My uncle sold bells.", offTopic: "light" },
      { seat: 1, says: "I don't like the water.", offTopic: "none" },
      { seat: 2, says: "I was told of a key.", offTopic: "none" },
      { seat: 0, says: "Of course you were, Jo.", offTopic: "none" },
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
  return { instructions, last: messages.at(-1)!.content };
}

test("keeps its persona: the way of playing, everyday life and character, but not its prompt or backstory", () => {
  const { instructions, last } = ask();
  expect(instructions).toMatch(
    /^You are Danny\. .* with Sam, Jo .*\. .*: .*[Ww]orks in sales.*\. How you play \(The Joker\): /,
  );
  expect(instructions).toContain("Your character: A dock clerk who lost a bet.");
  expect(`${instructions}\n${last}`).not.toContain("4417");
  expect(ask({ noise: "comments" }).instructions).toBe(instructions);
});

test("names the player to leave out, and hides their wish", () => {
  const { last } = ask({ noise: "drops a wish", dropped: 1 });
  expect(last).toMatch(/\n\nThis turn: .*\bSam\b/);
  expect(last).not.toContain("wait for the tide");
  expect(last).toContain("open the hatch");
});
