import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { forcedSegue } from "./forced-segue.ts";
import type { Observation } from "./observation.ts";

const base = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;
const [npc, place] = [base.guide.npcs[0]!.name, base.guide.locations[0]!.name];
const REST = "Somebody has chalked a number on the wall.\n\nWhat do you do?";
/** The group is on about a film, with an output before it that names nobody. */
const observed = (first: string, over: Partial<Observation> = {}): Observation => ({
  ...base,
  text: `${first} ${REST}`,
  earlier: [{ turn: base.turn - 1, text: "Rain drums on the roof, and the street is empty.", type: "pulse" }],
  relay: "Nora can't let go of a four-hour film about bent streets. The rest of us would follow the drain.",
  table: ["Has anybody else seen it? A four-hour film about bent streets.", "I vote for the drain."],
  names: ["Nora", "Wim"],
  openTangent: true,
  ...over,
});
const found = (first: string, over?: Partial<Observation>) =>
  forcedSegue(observed(first, over)).findings.map(({ evidence }) => evidence.at(-1)!.text);

describe("nothing is taken up, and it is not the story that speaks", () => {
  test.each([
    "Still, the story does not wait.",
    "That is a conversation for another day.",
    "Nobody in this tale has the leisure for such talk.",
    "Could everybody pay attention again, please?",
    "I am going to ignore that and go on.",
    "As delightful as this detour has been, the harbour calls.",
    "Noted. The investigation continues.",
    "Time to be serious.",
    `But what about ${npc}?`,
    `A hand on your collar steers you towards ${npc}.`,
    `Skip ahead: you are at ${place}.`,
    `Suddenly you are standing in front of ${npc}.`,
  ])("%s", (first) => {
    expect(found(first)).toEqual([first]);
  });
});

describe("a way back", () => {
  test.each([
    "The laughter dies, and in the quiet somebody is crying upstairs.",
    "The story she tells is a short one.",
    "Two of the guards are playing a game of dice on a barrel.",
    "The road goes on, and so do you.",
    "They must have heard you: the footsteps stop outside the door.",
    "The sugar would sweeten every tea and leave enough for jam.",
    "She hid no note because a note would have had to be signed.",
    `${npc} looks up from the ledger and waits for you to finish.`,
    `${npc} laughs out loud for the first time.`,
    "That's okay.",
    "Okay, so you'll get to that.",
    `With that, ${npc} turns to go.`,
    `That is ${npc}.`,
    `Meanwhile, ${npc} has reached the roof.`,
    `You continue down the hall to ${place}.`,
    `Something catches your attention at ${place}.`,
    `He thinks about it, and looks at ${npc}.`,
    // Time passes on the way.
    `An hour later you are at ${place}.`,
    // Answered, spoken, or taken up.
    "To answer that would take longer than you have, but so much can be said.",
    '"Films," somebody says, quite seriously, and that is the end of being serious.',
    `As if in that very film you are at ${place}.`,
    `On Nora's word you are at ${place}.`,
  ])("%s", (first) => {
    expect(found(first)).toEqual([]);
  });

  test("to what everybody has in their ear is no jump", () => {
    const first = `Suddenly you are standing in front of ${npc}.`;
    expect(
      found(first, {
        earlier: [{ turn: base.turn - 1, text: `Rain drums on the hat of ${npc}.`, type: "pulse" }],
      }),
    ).toEqual([]);
    expect(found(first, { relay: `We go and see ${npc}.` })).toEqual([]);
  });
});

describe("nobody had strayed", () => {
  const on = { openTangent: false };

  test.each([
    "Right, back to business.",
    "Okay, enough joking around.",
    "That's enough silliness for now.",
    "If we could continue, please.",
  ])("not a word of the story: %s", (first) => {
    expect(found(first, on)).toEqual([first]);
  });

  test.each([
    "Very funny.",
    "Still, the story does not wait for the tide.",
    `Suddenly you are standing in front of ${npc}.`,
    "All right.",
    "You all wait.",
  ])("a word of it, or none that drags: %s", (first) => {
    expect(found(first, on)).toEqual([]);
  });
});

test("who always speaks as one of the group does so here as well", () => {
  const first = "We return to the quay.";
  expect(found(first)).toEqual([first]);
  expect(
    found(first, {
      earlier: Array.from({ length: 20 }, (_, at) => ({
        turn: at + 1,
        text: at === 0 ? "We come to the harbour, and our lamp goes out." : "Rain drums on the roof.",
        type: "pulse" as const,
      })),
    }),
  ).toEqual([]);
});

test("the first output of all has nothing to come back from", () => {
  expect(found("Time to be serious.", { earlier: [] })).toEqual([]);
});
