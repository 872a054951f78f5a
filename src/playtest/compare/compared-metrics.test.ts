import { expect, test } from "vitest";
import type { Issue, PrivateMoment, Tangent, Totals } from "../../contract/index.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { exampleStory } from "../../../tests/support/playtest/example-input.ts";
import { exampleReadings } from "../../../tests/support/playtest/example-reading.ts";
import { newSession, type SessionState } from "../session/index.ts";
import { measureTurns, measureWhole } from "./compared-metrics.ts";

const tangent = (
  startTurn: number,
  endTurn: number,
  recoveryMethod: Tangent["recoveryMethod"] = "hook",
): Tangent => ({
  startTurn,
  endTurn,
  length: endTurn - startTurn,
  initiator: "Sam",
  type: "humour",
  about: "football",
  quote: "Goal!",
  intensity: "light",
  recoveryMethod,
  reached: true,
  noticed: true,
  woven: "woven",
});
const moment = (turn: number, payoffTurn: number): PrivateMoment => ({
  turn,
  target: "Sam",
  seat: 0,
  content: "The key is brass.",
  response: "Hm.",
  shared: false,
  payoffDetected: true,
  payoffTurn,
});
const forced = (turn: number): Issue => ({
  turn,
  type: "forced-segue",
  description: "Forced.",
  severity: "warning",
  evidence: [],
  confidence: 0.8,
  source: "forced-segue",
});

const group = {
  players: ["Sam", "Alex"].map((name, seat) => ({
    name,
    seat,
    archetype: "engaged",
    model: "house",
    generatedBackstory: "",
    characterForStory: "",
    systemPrompt: "",
  })),
  spokesperson: 0,
  size: 2,
};
const state = {
  ...newSession({
    sessionId: "s",
    config: { storyGuide: exampleStory, group, expectedPulses: 3 } as unknown as SessionState["config"],
  }),
  turn: 12,
  records: Array.from({ length: 12 }, (_, index) => exampleRecord({ turn: index + 1 })),
  tangents: [tangent(3, 6), tangent(7, 8, "forced"), tangent(9, 12)],
  privateMoments: [moment(3, 7), moment(4, 8), moment(6, 9), moment(7, 11)],
  issues: [forced(2), forced(7), forced(8)],
  readings: exampleReadings(12),
} satisfies SessionState;
const tally = { cost: 0, unpriced: 0 };
const totals = { all: tally, byTurn: {} } as unknown as Totals;

test("over some turns, only what began in them counts, up to their end", () => {
  expect(measureTurns({ state, totals }, { from: 5, to: 10 })).toMatchObject({
    turns: 6,
    tangents: 2,
    "turns-to-recover": 1,
    "forced-segues": 2,
    issues: 2,
    "private-moments": 2,
    "pay-offs": 1,
  });
  expect(measureTurns({ state, totals }, { from: 4, to: 6 })).toMatchObject({
    tangents: 0,
    "turns-to-recover": null,
    "forced-segues": 0,
    "private-moments": 2,
    "pay-offs": 0,
  });
});

test("without a reader, its metrics and the number of issues are missing", () => {
  expect(measureWhole({ state: { ...state, readings: [] }, totals })).toMatchObject({
    tangents: null,
    "forced-segues": null,
    "pay-offs": null,
    issues: null,
    "failures-per-10-turns": null,
    "private-moments": 4,
  });
});
