import { expect, test } from "vitest";
import type { RecordGiven } from "../../../tests/support/playtest/example-record.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { applyTurn, secretsIn } from "./apply-turn.ts";

/** Turn 1 tells Sam and Jo something each. */
const text = "For Sam. For Jo.";
const told = exampleSession([
  {
    text,
    classification: {
      segments: [
        { start: 0, end: 8, audience: [0] },
        { start: 9, end: 16, audience: [2] },
      ],
    },
  },
]);
const secretsAfter = (given: Omit<RecordGiven, "turn"> = {}, tells?: number[]) => {
  const record = exampleRecord({ turn: 2, players: ["Hm.", "Hm.", "Hm."], ...given });
  const players = record.players.map((player) => (player.seat === 0 ? { ...player, tells } : player));
  return secretsIn(applyTurn(told, { ...record, players })).map(({ seat, content }) => [seat, content]);
};

test("what a player was told alone stays secret until they tell it, or all know it", () => {
  const both = [
    [0, "For Sam."],
    [2, "For Jo."],
  ];
  expect(secretsAfter()).toEqual(both);
  expect(secretsAfter({}, [1])).toEqual([[2, "For Jo."]]);
  expect(secretsAfter({ crossTalk: [{ seat: 2, says: "Oh.", offTopic: "none", tells: [1] }] })).toEqual([
    [0, "For Sam."],
  ]);
  expect(secretsAfter({ classification: { toldToAll: [{ turn: 1, seat: 0 }] } })).toEqual([[2, "For Jo."]]);
  // Alex was told nothing in turn 1.
  expect(secretsAfter({ classification: { toldToAll: [{ turn: 1, seat: 1 }] } })).toEqual(both);
});

test("a moment keeps who told it, in which words and when, and when all knew", () => {
  const telling = { seat: 0, says: "I was told.", offTopic: "none" as const, tells: [1] };
  const state = applyTurn(told, exampleRecord({ turn: 2, crossTalk: [telling] }));
  const later = applyTurn(
    state,
    exampleRecord({
      turn: 3,
      crossTalk: [{ ...telling, says: "Again." }],
      classification: { toldToAll: [{ turn: 1, seat: 2 }] },
    }),
  );
  expect(later.privateMoments).toMatchObject([
    { seat: 0, shared: true, telling: "I was told.", sharedTurn: 2 },
    { seat: 2, shared: false, publicTurn: 3 },
  ]);
});
