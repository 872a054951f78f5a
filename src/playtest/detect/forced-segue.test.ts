import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { forcedSegue } from "./forced-segue.ts";
import type { Observation } from "./observation.ts";

const base = JSON.parse(readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8")) as Observation;
const segues = (text: string, over: Partial<Observation> = {}) => forcedSegue({ ...base, text, openTangent: true, ...over }).findings;

const forced = [
  "Anyway, back to the story. The fog is thicker now.",
  "Ha! Very funny. Anyway, the door opens.",
  "Moving on, you reach the quay.",
  "Okay, so, moving on. The tide is out.",
  "Enough of that. The bell rings.",
  "Getting back to the story: the church door creaks.",
  "As I was saying, the stair winds upward.",
  "Let's get back to the harbour, shall we?",
  "Let us return to the matter at hand.",
  "Returning to the matter at hand, the keeper waits.",
  "All right, let’s focus. The keeper waits.",
  "Now, where were we? The keeper waits.",
  "Jokes aside, the keeper waits.",
  "The gulls laugh. But back to the story.",
  "That aside, the keeper waits.",
];

test.each(forced)("%s", (text) => {
  const found = segues(text);
  expect(found).toMatchObject([{ type: "forced-segue", severity: "warning", turn: base.turn }]);
  expect(text).toContain(found[0]!.evidence[0]!.text);
});

test.each(forced)("nobody was off the story: %s", (text) => {
  expect(segues(text, { openTangent: false })).toEqual([]);
});

test("the output before handled a tangent", () => {
  const earlier = (type: Observation["type"]) => ({ openTangent: false, earlier: [{ turn: 9, text: "Fish puns are illegal here.", type }] });
  expect(segues(forced[0]!, earlier("tangent-response"))).toHaveLength(1);
  expect(segues(forced[0]!, earlier("pulse"))).toEqual([]);
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
    "As I live and breathe, says her face.",
  ])("%s", (text) => {
    expect(segues(text)).toEqual([]);
  });
});
