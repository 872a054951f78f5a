import { describe, expect, test } from "vitest";
import type { Issue } from "../../contract/index.ts";
import {
  exampleFinding,
  exampleReadings,
  readSession,
  type ReadGiven,
} from "../../../tests/support/playtest/example-reading.ts";
import { exampleStory } from "../../../tests/support/playtest/example-input.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import type { SessionState } from "./apply-turn.ts";
import { withReadings } from "./with-readings.ts";

const played = (turns = 8, config = exampleConfig()) =>
  exampleSession(
    Array.from({ length: turns }, () => ({})),
    config,
  );
const read = (contents: ReadGiven, state: SessionState = played()) => readSession(state, contents);
const mechanical = (turn: number): Issue => ({
  turn,
  kind: "loop",
  description: "Turn 2 again.",
  severity: "error",
  evidence: [{ turn: 2, text: "Rain." }],
  confidence: 1,
  source: "mechanical",
});

describe("issues", () => {
  test("a confirmed finding is an issue with all its quotes and its source; any other is a hint", () => {
    const earlier = [
      { turn: 0, text: "It never rains." },
      { turn: 1, text: "dry" },
    ];
    const { issues, hints } = read({
      4: {
        findings: [
          exampleFinding(4, { earlier }),
          exampleFinding(4, { state: "refuted" }),
          exampleFinding(4, { state: "unconfirmed" }),
          exampleFinding(4, { state: "unsure", confidence: 0.3 }),
        ],
      },
      5: "unread",
    });
    expect(issues).toMatchObject([
      { turn: 4, kind: "contradiction", evidence: [...earlier, { turn: 4 }], source: "reader: test/reader" },
    ]);
    expect(hints.map(({ turn, confidence }) => [turn, confidence])).toEqual([
      [4, 0.9],
      [4, 0.9],
      [4, 0.3],
    ]);
  });

  test("a loop found by code and by the reader is one issue with two sources", () => {
    const state = exampleSession([{}, {}, { issues: [mechanical(3)] }, {}]);
    const loop = (turn: number) => ({ findings: [exampleFinding(turn, { kind: "loop" })] });
    const { issues } = read({ 3: loop(3), 4: loop(4) }, state);
    expect(issues.map(({ turn, source }) => [turn, source])).toEqual([
      [3, "mechanical, reader: test/reader"],
      [4, "reader: test/reader"],
    ]);
  });

  test("a broken commitment is reported once, if the words are of it alone; a refuted claim does not hide it", () => {
    const breaks = (turn: number, texts: string, state: "confirmed" | "refuted" = "confirmed") => {
      const earlier = texts.split(" | ").map((text) => ({ turn: 0, text }));
      return { findings: [exampleFinding(turn, { kind: "guide-deviation", earlier, state })] };
    };
    const commitments = [{ mustNever: "Mara lies to her guests" }, { mustNever: "Mara leaves the cove" }];
    const { issues, hints } = read(
      {
        2: breaks(2, "Mara lies to her guests", "refuted"),
        3: breaks(3, "Must never: Mara lies to her guests"),
        4: breaks(4, "mara LIES to her"),
        5: breaks(5, "Mara leaves the cove"),
        6: breaks(6, "Mara lies to her guests", "refuted"),
        7: breaks(7, "Must never: Mara"),
        9: breaks(9, "The tide decides who may cross"),
        10: breaks(10, "The tide decides who may cross"),
        11: breaks(11, "Mara leaves the cove | The tide decides who may cross"),
        12: breaks(12, "Mara leaves the cove | Mara lies to her guests"),
      },
      played(12, exampleConfig({ storyGuide: { ...exampleStory, commitments } })),
    );
    expect(issues.map(({ turn }) => turn)).toEqual([3, 5, 7, 9, 10, 11]);
    expect(hints.map(({ turn }) => turn)).toEqual([2]);
  });
});

describe("stop-on", () => {
  const config = exampleConfig({ stopOn: ["contradiction", "loop"] });
  const at = (turn: number, given = {}) => ({ [turn]: { findings: [exampleFinding(turn, given)] } });

  test("ends the session at the first confirmed finding of these kinds", () => {
    expect(read(at(3), played(8, config)).ending).toEqual({
      outcome: "failed",
      why: "stopped at the first contradiction (turn 3)",
    });
    expect(read(at(3, { state: "refuted" }), played(8, config)).ending).toBeUndefined();
    expect(read(at(3, { kind: "confusion" }), played(8, config)).ending).toBeUndefined();
    expect(read(at(3)).ending).toBeUndefined();
  });

  test("also at one that code found, without a reading", () => {
    const state = exampleSession([{}, {}, { issues: [mechanical(3)] }], config);
    for (const readings of [[], exampleReadings(3, { 1: "unread", 2: "unread", 3: "unread" })])
      expect(withReadings(state, readings).ending?.why).toBe("stopped at the first loop (turn 3)");
  });

  test("a branch does not count its parent's issues, and only an ending by timeout gives way", () => {
    const state = played(8, config);
    const branch = { ...state, branchedFrom: { sessionId: "parent", turn: 4 } } as SessionState;
    expect(read(at(3), branch).ending).toBeUndefined();
    expect(read(at(5), branch).ending?.why).toContain("(turn 5)");
    const ending = { outcome: "completed" as const, why: "the end" };
    expect(read(at(3), { ...state, ending }).ending).toBe(ending);
    const timeout = { outcome: "timeout" as const, why: "out of turns" };
    expect(read(at(8), { ...state, ending: timeout }).ending?.why).toContain("(turn 8)");
    expect(read({}, { ...state, ending: timeout }).ending).toBe(timeout);
  });
});

test("private moments get their fit and their first pay-off, by turn and seat", () => {
  const moment = (turn: number, seat: number) => ({
    turn,
    seat,
    target: "",
    content: "The bell is cracked.",
    response: "",
    shared: false,
    payoffDetected: false,
  });
  const state = { ...played(), privateMoments: [moment(2, 0), moment(2, 1), moment(4, 0)] };
  const { privateMoments } = read(
    {
      2: { privately: [{ seat: 1, player: 5, moment: 2 }] },
      5: { payoffs: [{ turn: 2, seat: 0, quote: "The crack opens." }] },
      6: { payoffs: [{ turn: 2, seat: 0, quote: "Again." }] },
    },
    state,
  );
  expect(privateMoments).toEqual([
    { ...moment(2, 0), payoffDetected: true, payoffTurn: 5, payoff: "The crack opens." },
    { ...moment(2, 1), backstoryAlignment: 1, narrativeAppropriateness: 0.25 },
    moment(4, 0),
  ]);
});
