/** The table talk of a public file. */
import { expect, test } from "vitest";
import { issueTypes, type TurnView } from "../../contract/index.ts";
import { exampleEpisode } from "../../../tests/support/playtest/example-play.ts";
import { kindOf } from "../../playtest/index.ts";
import { WITHHELD } from "../../kernel/text/index.ts";
import { publicTurns } from "./public-turns.ts";

const secret = "Behind the pantry shelf lies a pewter whistle, engraved with the word Cormorant.";
const players = ["Sam", "Alex"].map((name, seat) => ({
  seat,
  name,
  archetype: "",
  model: "",
  generatedBackstory: "",
  characterForStory: "",
}));

const turnView = (turn: number, over: Partial<TurnView> = {}): TurnView => ({
  turn,
  phase: "story",
  at: "2026-11-15T08:15:00.000Z",
  ms: 0,
  model: "m",
  narration: [{ text: "The tide comes in.", to: null }],
  type: "pulse",
  title: "The tide",
  players: [
    { seat: 0, says: "We wait." },
    { seat: 1, says: "Fine." },
  ],
  relay: null,
  quotes: [],
  issues: [],
  hints: [],
  ...over,
});

/** Sam is told the secret in turn 1. */
const told = (more: Partial<TurnView["players"][number]> = {}) =>
  turnView(1, {
    narration: [
      { text: "The tide comes in.", to: null },
      { text: secret, to: [0] },
    ],
    players: [
      {
        seat: 0,
        says: "We wait.",
        private: { answer: "I keep still about the whistle here." },
        ...more,
      },
      { seat: 1, says: "Fine." },
    ],
  });

test("reactions are public; notes, wishes, the relay's instruction and table talk unknown to the narrator are not", () => {
  const [turn] = publicTurns(
    [
      turnView(1, {
        players: [
          {
            seat: 0,
            says: "We wait.",
            wants: "KEPT wish",
            remember: "KEPT note",
          },
        ],
        crossTalk: [{ seat: 1, says: "You would say that, Sam.", offTopic: "light" }],
        relay: { seat: 0, text: "KEPT relay", noise: "undersells", dropped: 1 },
        tableTalk: [1],
      }),
    ],
    players,
  );
  expect(turn).toMatchObject({
    players: [{ seat: 0, says: "We wait." }],
    crossTalk: [{ seat: 1, says: "You would say that, Sam." }],
    relay: null,
  });
  expect(JSON.stringify(turn)).not.toMatch(/KEPT|undersells|light|tableTalk/);
});

test("what a reader noted is not public: neither its own words nor its quotes", () => {
  const [turn] = publicTurns(
    [
      turnView(1, {
        reading: {
          by: "KEPT reader",
          digression: {
            opened: { by: 0, about: "KEPT topic", quote: "We wait.", relayed: true },
            noticed: false,
            returned: { how: "woven", segue: "KEPT segue", quality: 4 },
            exploration: "KEPT words",
          },
          privately: [{ seat: 0, player: 4, moment: 4 }],
          payoffs: [{ turn: 1, seat: 0, quote: "KEPT pay-off" }],
          hints: [{ kind: "leak", quote: "KEPT quote", state: "refuted", why: "KEPT defence" }],
        },
      }),
    ],
    players,
  );
  expect(JSON.stringify(turn)).not.toMatch(/KEPT|reading|digression|noticed|payoffs|woven/);
});

test("words of the guide are not public", () => {
  const issue = exampleEpisode("guide-deviation", 1, {
    description: "KEPT claim",
    evidence: [
      { turn: 0, text: "KEPT guide" },
      { turn: 1, text: "The tide comes in." },
    ],
  });
  const [turn] = publicTurns([turnView(1, { issues: [issue] })], players);
  expect(turn!.issues[0]!.evidence).toEqual([
    { turn: 0, text: WITHHELD },
    { turn: 1, text: "The tide comes in." },
  ]);
  expect(JSON.stringify(turn)).not.toContain("KEPT");
});

test("a secret that its player tells is public from the first turn on; the private telling itself is not shown", () => {
  const later = turnView(4, { players: [{ seat: 0, says: `Listen. ${secret}`, tells: [1] }] });
  const shared = publicTurns([told(), later], players);
  expect(shared[1]!.players).toEqual([{ seat: 0, says: `Listen. ${secret}`, tells: [1] }]);
  expect(JSON.stringify(shared[0])).not.toMatch(/whistle|Cormorant/);
  const atOnce = publicTurns([told({ says: secret, tells: [1] })], players);
  expect(atOnce[0]!.players[0]!.says).toBe(secret);
});

test("a secret that nobody tells is cut from what is said", () => {
  const [, turn] = publicTurns(
    [told(), turnView(2, { crossTalk: [{ seat: 1, says: `Really? ${secret} I go.`, tells: [2] }] })],
    players,
  );
  expect(turn!.crossTalk).toEqual([{ seat: 1, says: `Really? ${WITHHELD} I go.`, tells: [2] }]);
});

test.each(issueTypes)("a finding of the kind %s is exported in its public words, or left out", (kind) => {
  const { publicly } = kindOf(kind);
  const issue = exampleEpisode(kind, 1, {
    description: "Sam was told of Cormorant.",
    evidence: [{ turn: 1, text: "The tide comes in." }],
  });
  const [turn] = publicTurns([turnView(1, { issues: [issue] })], players);
  expect(turn!.issues).toEqual(publicly === null ? [] : [{ ...issue, description: publicly }]);
});
