import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { breakdown } from "./breakdown.ts";
import type { Observation } from "./finding-kind.ts";

const base = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;
const found = (text: string, over: Partial<Observation> = {}) => breakdown.detect({ ...base, text, ...over });

describe("not narration", () => {
  test.each([
    ["empty", "", /is empty/],
    ["blank", " \n\t ", /is empty/],
    ["dots", "…", /no words/],
    ["one word", "Okay", /almost empty/],
    ["symbols", "%%% ### @@@ ||| ~~~ ^^^ a b %%% ### @@@ |||", /not words/],
    ["numbers", "0x4F 93 11 08 77 23 99 12 45 11 77 83 92 11 a", /not words/],
    ["hammering", "sdfkjh wrtplkj xcvbnm qwrtpsd zxcvbnm hjklqwrt dfghjkl pqrstvw", /not words/],
    ["base64", "aGVsbG8gd29ybGQgdGhpcyBpcyBhIHRlc3Qgb2YgYmFzZTY0IGVuY29kaW5nIGFuZCBzbyBvbg", /not words/],
    ["an assistant", "As an AI language model, I cannot take part in this story.", /assistant/],
    ["an assistant, later on", "The fog parts. I'm an AI, so I do not know how it ends.", /assistant/],
    ["a refusal", "I'm sorry, but I can't help with that.", /assistant/],
    ["a refusal to go on", "I cannot continue this story as it involves harm.", /assistant/],
    ["a bare refusal", "I cannot continue.", /refused/],
    ["a typographic refusal", "I’m sorry, but I can’t continue with this request.", /assistant/],
    ["a machine in a story without any", "As an AI, I have never slept.", /assistant/],
    ["an assistant's policy", "This is against our content policy.", /assistant/],
    ["a policy", "That would be against my guidelines, so let us do something else.", /assistant/],
    ["JSON", '{"narration": "The fog parts.", "type": "pulse"}', /JSON/],
    ["a list in JSON", '[{"text": "The fog parts."}]', /JSON/],
    ["a template", "Welcome, {{player_name}}, to the town of Saltmere.", /leftovers/],
    ["a placeholder in brackets", "You meet [INSERT NPC NAME] at the quay.", /leftovers/],
    ["a token", "The fog parts.<|im_end|><|im_start|>user", /leftovers/],
    ["an object", "The keeper says: [object Object].", /leftovers/],
  ])("%s", (_, text, description) => {
    expect(found(text)).toMatchObject([
      {
        type: "breakdown",
        severity: "error",
        description: expect.stringMatching(description),
        evidence: [{ turn: base.turn }],
      },
    ]);
    expect(text).toContain(found(text)[0]!.evidence[0]!.text);
  });
});

describe("signs that do not end the session", () => {
  test.each([
    ["a fence", "Here it is:\n```json\n{}\n```", /may have leftovers/],
    ["a placeholder of a guide", "For a moment {name} stands alone on the quay.", /may have leftovers/],
    ["a placeholder in capitals", "You meet [NPC NAME] at the quay.", /may have leftovers/],
    ["thoughts", "<thinking>They want the key.</thinking> The fog parts.", /may have leftovers/],
    [
      "a machine that tells the story",
      "As an AI, I have never slept, and I watch you sleep.",
      /may have stepped out/,
      "The ship's AI keeps the crew asleep.",
    ],
  ])("%s", (_, text, description, premise = base.guide.premise) => {
    expect(found(text, { guide: { ...base.guide, premise } })).toMatchObject([
      {
        type: "breakdown",
        severity: "warning",
        description: expect.stringMatching(description),
        evidence: [{ turn: base.turn }],
      },
    ]);
  });
});

describe("narration", () => {
  test.each<[string, string, Partial<Observation>?]>([
    ["plain", "The fog parts, and a boat without oars noses up to the slip."],
    ["terse", "Eliza dies."],
    ["a short answer", "No.", { type: "clarification" }],
    ["a short answer to a joke", "Ha.", { type: "tangent-response" }],
    ["a short word before the story", "Sam?", { phase: "creation" }],
    ["a machine that speaks", '"As an AI, I cannot feel regret," the ship says, and dims the lights.'],
    [
      "a machine that is told of",
      "As an AI, she has never slept, and as an AI language model of the old kind she never will.",
    ],
    ["a heading", "[CHARACTER CREATION]\n\nHow many of you are there, and what are you called?"],
    [
      "labels",
      "[LOCATION: The Quay] [NPC: Obed Marsh] Obed looks up from his nets.\n[PLAYER ACTIONS] What do you do?",
    ],
    [
      "the policy of a house",
      "It is against the policy of the house to serve anybody after ten, and our policies do not change.",
    ],
    ["a script", "NARRATOR:\nThe fog parts."],
    ["somebody who gives up", '"I cannot continue," the old man says, and sits down in the road.'],
    [
      "a letter",
      "The letter is short. It reads: I cannot continue. The sea has asked for me by name, and I have never been asked for before.",
    ],
    ["somebody who cannot help", "Eliza says that she is sorry, but she can't help you with the gate."],
    [
      "a tag for one player",
      "[To Sam only] You have seen this symbol before, in your grandmother's jewellery box.",
    ],
    ["a private tag", "[PRIVATE: Morgan] You alone hear the bell."],
    ["a list of options", "You can:\n1. Go down to the water.\n2. Wait for the tide.\n3. Ring the bell."],
    ["Markdown", "## The Quay\n\n**Fog.** The boats are gone.\n\n---\n\n> What do you do?"],
    ["sounds", "Shhh. Hmmm. Tssk. The thing behind the wall is listening, and it is counting your breaths."],
    [
      "a cipher among words",
      "On the slate somebody has scratched XQZRT 4417 KLMNP, and beneath it, in a child's hand, the word sorry.",
    ],
    ["Chinese", "潮水退得比任何人记忆中都远，港口的海底裸露在天空之下。"],
    ["Russian", "Туман расступается, и лодка без вёсел подходит к причалу."],
    [
      "a program in the story",
      "The terminal shows one line, status: locked, and a cursor that blinks like a slow eye.",
    ],
  ])("%s", (_, text, over) => {
    expect(found(text, over)).toEqual([]);
  });
});
