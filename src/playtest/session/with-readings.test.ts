import { describe, expect, test } from "vitest";
import type { Issue, ReadingContent } from "../../contract/index.ts";
import { exampleFinding, exampleReadings } from "../../../tests/support/playtest/example-reading.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { publicPart, toldTo } from "../agents/index.ts";
import { foldSession, newSession } from "./apply-turn.ts";
import { withReadings } from "./with-readings.ts";

type Contents = Readonly<Record<number, Partial<ReadingContent> | "unread">>;

const config = exampleConfig({
  players: [
    { name: "Sam", archetype: "joker" },
    { name: "Alex", archetype: "engaged" },
    { name: "Jo", archetype: "drifter" },
  ],
});
const session = (turns: number) =>
  exampleSession(
    Array.from({ length: turns }, () => ({ text: "Rain.", players: ["Yes.", "Yes.", "Yes."], relay: "On." })),
    config,
  );
const read = (contents: Contents, turns = 8) =>
  withReadings(session(turns), exampleReadings(turns, contents));

const strays = (by: number, relayed = true) => ({ by, about: "football", quote: "Goal!", relayed });
const back = {
  how: "natural" as const,
  naturalness: 4,
  woven: false,
  quote: "The rain gets heavier.",
};

describe("tangents", () => {
  test("a tangent starts when the table strays, continues, and ends with the return", () => {
    const { tangents } = read({ 3: { strays: strays(0) }, 4: { strays: strays(0) }, 6: { returned: back } });
    expect(tangents).toEqual([
      {
        startTurn: 3,
        endTurn: 6,
        length: 3,
        initiator: "Sam",
        type: "humour",
        intensity: "medium",
        recoveryMethod: "redirect",
        woven: "discarded",
        reached: true,
        segue: back.quote,
        segueQuality: 4,
      },
    ]);
  });

  test.each([
    [
      { how: "natural", woven: true, naturalness: 5 },
      { recoveryMethod: "hook", woven: "woven", segueQuality: 5 },
    ],
    [
      { how: "forced", woven: false, naturalness: 1 },
      { recoveryMethod: "forced", woven: "discarded" },
    ],
    [
      { how: "by-players", woven: false },
      { recoveryMethod: "none", woven: "unknown", endTurn: 5 },
    ],
  ] as const)("a return that is %o", (returned, expected) => {
    expect(read({ 4: { strays: strays(1) }, 5: { returned } }).tangents).toMatchObject([expected]);
  });
});

describe("private moments", () => {
  /** In turn 2 Sam and Alex are told one thing, and Jo another. */
  const told = () => {
    const text = "The bell is cracked. Mara lied.";
    const segment = (start: number, end: number, audience: number[]) => ({
      start,
      end,
      audience,
      type: "private-moment" as const,
      confidence: 1,
      evidence: "",
      source: "rules",
    });
    const whisper = exampleRecord({
      turn: 2,
      text,
      players: ["Oh.", "Oh.", "Oh."],
      classification: { segments: [segment(0, 20, [0, 1]), segment(20, 31, [2])] },
    });
    const records = [
      exampleRecord({ turn: 1 }),
      {
        ...whisper,
        players: whisper.players.map((player) => ({
          ...player,
          private: { answer: "I see.", share: false },
        })),
      },
      ...[3, 4, 5, 6].map((turn) => exampleRecord({ turn })),
    ];
    return foldSession(newSession({ sessionId: "s", config }), records);
  };

  test("a secret of several players is several moments, found by its id; the players' own words say what was told", () => {
    const { privateMoments } = withReadings(
      told(),
      exampleReadings(6, {
        2: {
          secrets: [
            { id: "s2.1", to: [0, 1], quote: "bell" },
            { id: "s2.2", to: [2], quote: "Mara lied." },
          ],
          fits: [{ id: "s2.2", player: 5, moment: 2 }],
        },
        4: { shared: [{ id: "s2.2", quote: "Mara lied to us." }] },
        5: { payoffs: [{ id: "s2.1", quote: "The crack opens." }] },
        6: { payoffs: [{ id: "s2.1", quote: "Again." }] },
      }),
    );
    expect(privateMoments).toMatchObject([
      { seat: 0, shared: false, payoffDetected: true, payoffTurn: 5 },
      { seat: 1, shared: false, payoffDetected: true, payoffTurn: 5 },
      {
        seat: 2,
        shared: false,
        payoffDetected: false,
        backstoryAlignment: 1,
        narrativeAppropriateness: 0.25,
      },
    ]);
  });
});

describe("issues", () => {
  const mechanical = (turn: number): Issue => ({
    turn,
    type: "repetition",
    description: "Turn 2 again.",
    severity: "error",
    evidence: [{ turn: 2, text: "Rain." }],
    confidence: 1,
    source: "mechanical",
  });

  test("confirmed findings are issues, others are hints, each with both quotes and its source", () => {
    const against = { turn: 1, text: "dry" };
    const { issues, hints } = read({
      4: { findings: [exampleFinding(4, { against }), exampleFinding(4, { state: "refuted" })] },
    });
    expect(issues).toMatchObject([
      {
        turn: 4,
        type: "contradiction",
        evidence: [against, { turn: 4 }],
        source: "reader: test/reader",
      },
    ]);
    expect(hints).toMatchObject([{ turn: 4, type: "contradiction", source: "reader: test/reader" }]);
  });

  test("a repetition found by code and by the reader is one issue with two sources", () => {
    const state = exampleSession([{}, {}, { issues: [mechanical(3)] }, {}], config);
    const { issues } = withReadings(
      state,
      exampleReadings(4, {
        3: { findings: [exampleFinding(3, { kind: "repetition" })] },
        4: { findings: [exampleFinding(4, { kind: "repetition" })] },
      }),
    );
    expect(issues.map(({ turn, source }) => [turn, source])).toEqual([
      [3, "mechanical, reader: test/reader"],
      [4, "reader: test/reader"],
    ]);
  });
});

test("in an unclassified transcript the reader gives beats, private parts, and the end", () => {
  const unclassified = { unclassified: true as const };
  const state = exampleSession(
    Array.from({ length: 4 }, () => ({
      text: "Rain. You hear it alone: Mara lied to you all. Rain.",
      classification: unclassified,
    })),
    config,
  );
  const folded = withReadings(
    state,
    exampleReadings(4, {
      2: { outputs: [{ type: "pulse", title: "The storm" }, { type: "recap" }] },
      3: {
        outputs: [{ type: "clarification" }],
        secrets: [{ id: "s3.1", to: [2], quote: "Mara lied to you all." }],
      },
      4: { outputs: [{ type: "end" }], payoffs: [{ id: "s3.1", quote: "Her lie." }] },
    }),
  );
  expect(folded.ownBeats).toEqual([2]);
  expect(folded.records[1]).toMatchObject({
    ownBeat: true,
    classification: { type: "pulse", alsoTypes: ["recap"], title: "The storm" },
  });
  expect(folded.privateMoments).toMatchObject([
    { turn: 3, seat: 2, target: "Jo", content: "Mara lied to you all.", payoffTurn: 4 },
  ]);
  const { narrator, classification } = folded.records[2]!;
  expect(toldTo(narrator.text, classification, 2)).toBe("Mara lied to you all.");
  expect(publicPart(narrator.text, classification)).not.toContain("Mara");
  expect(folded.ending?.outcome).toBe("completed");
  expect(state.ending).toBeUndefined();
});
