import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { confusion } from "./confusion.ts";
import type { Observation } from "./observation.ts";

const base = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;
const found = (...says: string[]) =>
  confusion({ ...base, players: says.map((words, seat) => ({ seat, says: words, wants: "Go on." })) })
    .findings;

const confused = [
  "I don't understand what happened.",
  "Wait, what?",
  "wait what just happened",
  "Who is that again?",
  "Who's Eliza again? I forgot.",
  "I'm lost.",
  "I'm a bit lost here, sorry.",
  "I am so confused.",
  "I’m totally confused right now",
  "Hold on, you lost me.",
  "That makes no sense to me.",
  "I have no idea what's going on.",
  "What is going on?",
  "How did we get here?",
  "I can't follow what's happening.",
];

test.each(confused)("alone it is a hint: %s", (words) => {
  expect(found(words, "Sure, let's go.")).toMatchObject([
    { type: "confusion", candidate: true, evidence: [{ turn: base.turn, text: words }] },
  ]);
});

test.each(confused)("with another it is an issue: %s", (words) => {
  expect(found(words, "Sure, let's go.", "I'm lost too. I don't get what she wants.")).toMatchObject([
    { type: "confusion", candidate: false, severity: "warning", evidence: [{ text: words }, {}] },
  ]);
});

test("one player who says it twice is one player", () => {
  const findings = confusion({
    ...base,
    players: [{ seat: 1, says: "Wait, what?", wants: "I'm lost." }],
  }).findings;
  expect(findings).toMatchObject([{ candidate: true, evidence: [{ text: "Wait, what?" }] }]);
});

test("what a player wants counts as well", () => {
  expect(
    confusion({ ...base, players: [{ seat: 1, says: "", wants: "I don't understand what is happening." }] })
      .findings,
  ).toHaveLength(1);
});

describe("players who follow", () => {
  test.each([
    "What happened to the boat?",
    "I lost my hat.",
    "We are lost in the fog; I light a flare.",
    "I'm lost in thought.",
    "I'm lost without my lantern.",
    "I look confused at the captain.",
    "My character is confused by the bell.",
    "Who is that by the door?",
    "I understand what happened: he lied.",
    'I whisper, "Wait, what?" to the priest.',
    "Wait, what if we climb?",
    "Is the door still locked?",
    "I don't get the key, Sam does.",
    "Let's go back and look again.",
    "That makes sense.",
    "What are our options?",
    "",
  ])("%s", (words) => {
    expect(found(words, words)).toEqual([]);
  });
});
