/** A turn as sent to the viewer: whole, and as one player sees it. */
import { expect, test } from "vitest";
import { asSeenBy, turnView as shape, type TurnRecord } from "../../../src/contract/index.ts";
import { foldSession, measureSession, newSession } from "../../../src/playtest/index.ts";
import { exampleFinding, readSession } from "../../support/playtest/example-reading.ts";
import { exampleRecord } from "../../support/playtest/example-record.ts";
import { exampleConfig } from "../../support/playtest/example-session.ts";
import type { OpenSession } from "../../../src/server/playtest/session-reader.ts";
import { turnViews } from "../../../src/server/playtest/page/turn-view.ts";

const made = exampleRecord({ turn: 6, text: "The tide comes in.", players: ["I wait.", "Yes.", "Fine."] });
const record: TurnRecord = {
  ...made,
  players: [
    {
      ...made.players[0]!,
      wants: "wish of Sam",
      private: { answer: "answer of Sam" },
      tells: [3],
      remember: "note of Sam",
    },
    { ...made.players[1]!, wants: "wish of Alex", remember: "note of Alex" },
    made.players[2]!,
  ],
  crossTalk: [
    { seat: 2, says: "You would say that.", offTopic: "medium", tells: [4] },
    { seat: 1, says: "Hush, Jo.", offTopic: "none" },
  ],
  relay: { seat: 0, text: "We wait.", noise: "drops a wish", dropped: 1 },
};
const state = readSession(
  foldSession(newSession({ sessionId: "s", config: exampleConfig() }), [
    ...[1, 2, 3, 4, 5].map((turn) => exampleRecord({ turn })),
    record,
  ]),
  {
    6: {
      digression: { opened: { by: 2, about: "football", quote: "Goal!", relayed: false } },
      findings: [
        exampleFinding(6, { text: "the tide comes in" }),
        exampleFinding(6, {
          kind: "leak",
          text: "You would say that.",
          state: "refuted",
          defence: "Nobody was told.",
        }),
        exampleFinding(6, { kind: "rushed", text: "Hush, Jo.", state: "unsure" }),
      ],
    },
  },
);
const issues = measureSession(state).episodes.filter(({ kind }) => kind === "contradiction");
const open = { state, result: { issues } } as unknown as OpenSession;
const view = (seat?: number) => {
  const whole = shape.parse(turnViews([record], open)[0]);
  return seat === undefined ? whole : asSeenBy(shape, whole, seat);
};

test("the harness's view has everything: reactions, who told what, notes, the relay's dice, and table talk", () => {
  expect(view()).toMatchObject({
    players: [{ tells: [3], remember: "note of Sam" }, { remember: "note of Alex" }, {}],
    crossTalk: [{ seat: 2, says: "You would say that.", offTopic: "medium", tells: [4] }, { seat: 1 }],
    relay: { noise: "drops a wish", dropped: 1 },
    tableTalk: [2],
    issues: [{ kind: "contradiction", source: "reader: test/reader" }],
  });
});

test("the quotes of findings and hints have their places, which a player does not see", () => {
  expect(view().quotes).toEqual([
    { quote: "the tide comes in", in: "narration", at: 0, start: 0, end: 17 },
    { quote: "You would say that.", in: "cross-talk", at: 0, start: 0, end: 19 },
    { quote: "Hush, Jo.", in: "cross-talk", at: 1, start: 0, end: 9 },
    { quote: "The tide comes in.", in: "narration", at: 0, start: 0, end: 18 },
  ]);
  expect(view(0)).toMatchObject({ quotes: [], hints: [] });
});
