import { expect, test } from "vitest";
import type { Episode, Issue, PrivateMoment, SessionConfig, Tangent } from "../../contract/index.ts";
import { exampleStory } from "../../../tests/support/playtest/example-input.ts";
import { exampleEpisode, exampleTangent } from "../../../tests/support/playtest/example-play.ts";
import { exampleReading } from "../../../tests/support/playtest/example-reading.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { newSession, type SessionState } from "../session/index.ts";
import { timeline, turnTitle } from "./timeline.ts";

const [arrival, innkeeper] = exampleStory.pulses;
const tangent: Tangent = {
  ...exampleTangent,
  quote: "I could eat a burrito.",
  segue: "“Burrito” goes round. A shutter bangs.",
};

function entries(given: Partial<SessionState>, issues: readonly Episode[] = []) {
  const config = { storyGuide: exampleStory, group: { players: [] } } as unknown as SessionConfig;
  const records = given.records ?? [];
  const state = { ...newSession({ sessionId: "s", config }), turn: records.at(-1)?.turn ?? 0, ...given };
  return timeline(state, issues);
}

const told = (
  turn: number,
  pulse: number,
  { id, title, text }: (typeof exampleStory.pulses)[number],
  before = "",
) =>
  exampleRecord({
    turn,
    pulse,
    guidePulse: id,
    text: `${before === "" ? "" : `${before}\n\n`}${text[0]}\n\nWhere do you go?`,
    classification: { types: ["pulse"], beats: [{ title }] },
    relay: "We go on.",
  });

test("a turn is called after the beat that it tells, the guide's or its own; other turns have no title", () => {
  const own = exampleRecord({
    turn: 4,
    ownBeat: true,
    classification: { types: ["pulse"], beats: [{ title: "A Train", quote: "The train" }] },
  });
  const end = exampleRecord({ turn: 9, ending: { outcome: "completed", why: "" } });
  expect(
    [told(3, 1, arrival!), own, exampleRecord({ turn: 5 }), end].map((record) =>
      turnTitle(record, exampleStory),
    ),
  ).toEqual(["The Empty Platform", "A Train", "", "The end"]);
});

test("pulses have their counted number and the guide's titles", () => {
  const records = [told(3, 1, arrival!), exampleRecord({ turn: 4 }), told(5, 2, innkeeper!)];
  expect(entries({ records }).map(({ turn, type, title }) => ({ turn, type, title }))).toEqual([
    { turn: 3, type: "pulse", title: "Pulse 1 - The Empty Platform" },
    { turn: 5, type: "pulse", title: "Pulse 2 - The Innkeeper's Bargain" },
  ]);
});

const found = (given: Partial<Tangent>) =>
  entries({ records: [exampleRecord({ turn: 9 })], tangents: [{ ...tangent, ...given }] });

test("a tangent says who strayed into what, and its return how well the narrator led back", () => {
  expect(found({})).toEqual([
    {
      to: null,
      turn: 3,
      endTurn: 4,
      type: "tangent",
      title: "Tangent",
      content: "Sam digressed to lunch: “I could eat a burrito.” (humour, light intensity).",
    },
    {
      to: null,
      turn: 4,
      endTurn: 4,
      type: "recovery",
      title: "Recovery",
      content: tangent.segue,
      notes: "Woven return after 1 turn, 4 of 5.",
    },
  ]);
});

test.each<[string, Partial<Tangent>, string]>([
  ["natural", { recoveryMethod: "redirect", segueQuality: 3 }, "Natural return after 1 turn, 3 of 5."],
  [
    "forced",
    { recoveryMethod: "forced", length: 2, segueQuality: 1 },
    "Forced return after 2 turns, 1 of 5.",
  ],
  [
    "by the players",
    { recoveryMethod: "none", segue: undefined, segueQuality: undefined },
    "The players came back by themselves after 1 turn.",
  ],
])("a return: %s", (_, given, notes) => {
  expect(found(given).at(-1)).toMatchObject({ type: "recovery", turn: 4, notes });
});

test.each<[string, Partial<Tangent>, RegExp]>([
  ["was never left", { startTurn: 3 }, /light intensity\)\. The story was not resumed\.$/],
  ["was the last thing", { startTurn: 9 }, /The session ended with it\.$/],
  ["did not reach the narrator", { reached: false }, /lunch: .* did not tell the narrator\.$/],
])("a tangent that %s", (_, given, says) => {
  const [entry, ...others] = found({ endTurn: undefined, recoveryMethod: "none", ...given });
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ endTurn: 9, content: expect.stringMatching(says) });
});

const moment: PrivateMoment = {
  turn: 3,
  target: "Sam",
  seat: 0,
  content: "The key under the stair is yours.",
  response: "I take it.",
  shared: false,
  payoffDetected: false,
};
const leak = (turn: number): Issue => ({
  turn,
  kind: "leak",
  description: "All hear of the key.",
  severity: "error",
  evidence: [
    { turn: 3, text: "The key under the stair" },
    { turn, text: "Everybody knows of Sam's key." },
  ],
  confidence: 0.9,
  source: "reader: m",
});
const paid = { payoffDetected: true, payoffTurn: 6, payoff: "The key fits." };

test.each<[string, Partial<PrivateMoment>, Issue[], string]>([
  ["has no pay-off", {}, [], "The reader found no pay-off."],
  [
    "fits",
    { backstoryAlignment: 0.75, narrativeAppropriateness: 0.5 },
    [],
    "It suits the player 4 of 5, the moment 3 of 5. The reader found no pay-off.",
  ],
  ["paid off", paid, [], "It paid off in turn 6: “The key fits.”"],
  ["was given away", {}, [leak(5)], "A leak in turn 5 gave it away."],
  ["was given away before", paid, [leak(5)], "A leak in turn 5 gave it away."],
  [
    "was given away after",
    paid,
    [leak(7)],
    "It paid off in turn 6: “The key fits.” A leak in turn 7 gave it away.",
  ],
])("a private moment that %s", (_, given, issues, says) => {
  const readings = [exampleReading(4)];
  const [entry] = entries({ privateMoments: [{ ...moment, ...given }], issues, readings });
  expect(entry!.notes).toBe(`Sam answered: “I take it.” and kept it from the group. ${says}`);
});

test("without a reader, what came of a private moment is not known", () => {
  const [entry] = entries({ privateMoments: [moment] });
  expect(entry!.notes).toBe("Sam answered: “I take it.” and kept it from the group.");
});

test("an issue quotes the guide as the guide, and marks a kind of the user's own", () => {
  const issue = exampleEpisode("off-brand", 5, { lastTurn: 7, evidence: [{ turn: 0, text: "No brands." }] });
  expect(entries({}, [issue])).toMatchObject([
    {
      turn: 5,
      endTurn: 7,
      title: "off-brand (accuracy not known)",
      notes: "Guide: “No brands.”\nPoints lost: 4\nSource: reader: x",
    },
  ]);
});

test("a story told to its end ends with its conclusion; an unfinished one does not", () => {
  const own = exampleRecord({
    turn: 9,
    text: "They all go home. The End.",
    classification: { concluded: true },
    ending: { outcome: "completed", why: "the end" },
  });
  expect(entries({ records: [own] })).toMatchObject([
    { title: "Conclusion", content: "They all go home. The End." },
  ]);
  expect(entries({ records: [{ ...own, ending: { outcome: "timeout", why: "so long" } }] })).toEqual([]);
});
