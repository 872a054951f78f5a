import { expect, test } from "vitest";
import type { Issue, Tangent } from "../../contract/index.ts";
import { exampleRecord } from "../../../tests/support/example-record.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/example-session.ts";
import { foldSession, newSession } from "../session/index.ts";
import { segueQuality } from "./segue-quality.ts";
import { sessionMetrics } from "./session-metrics.ts";
import { tangentMetrics } from "./tangent-metrics.ts";

type Given = Partial<Tangent> & Pick<Tangent, "startTurn">;
const tangent = ({ startTurn, endTurn, recoveryMethod = "hook", ...given }: Given): Tangent => ({
  startTurn,
  ...(endTurn !== undefined && { endTurn }),
  length: (endTurn ?? startTurn) - startTurn,
  initiator: "Sam",
  type: "humour",
  intensity: "light",
  recoveryMethod,
  woven: recoveryMethod === "hook" ? "woven" : recoveryMethod === "none" ? "unknown" : "discarded",
  ...given,
});

function measured(
  tangents: readonly Given[],
  {
    turns = 30,
    responses = [],
    forced = [],
  }: { turns?: number; responses?: readonly number[]; forced?: readonly number[] } = {},
) {
  const records = Array.from({ length: turns }, (_, index) =>
    responses.includes(index + 1) ? { classification: { type: "tangent-response" as const } } : {},
  );
  const issues = forced.map((turn): Issue => ({
    turn,
    type: "forced-return",
    description: "",
    severity: "warning",
    evidence: [{ turn, text: "" }],
    confidence: 1,
    source: "test",
  }));
  return tangentMetrics({ ...exampleSession(records), tangents: tangents.map(tangent), issues });
}

test("length, recovery and what became of them", () => {
  const metrics = measured([
    { startTurn: 2, endTurn: 3 },
    { startTurn: 5, endTurn: 10, recoveryMethod: "forced" },
    { startTurn: 12, endTurn: 14, recoveryMethod: "none" },
    { startTurn: 20, endTurn: 23, recoveryMethod: "ignored" },
  ]);
  expect(metrics).toMatchObject({
    count: 4,
    avgLength: 3,
    maxLength: 5,
    recoveryRate: 0.75,
    avgSegueQuality: (5 + 1 + 2) / 3,
    forcedSegueCount: 1,
    woven: 1,
    discarded: 2,
    dropped: 1,
    open: 0,
    patience: null,
  });
});

test("one in which the session ended is not recovered; to one that began in the last turn nobody could answer", () => {
  expect(
    measured([
      { startTurn: 2, endTurn: 3 },
      { startTurn: 28, recoveryMethod: "none" },
    ]),
  ).toMatchObject({ recoveryRate: 0.5, open: 1 });
  expect(
    measured([
      { startTurn: 2, endTurn: 3 },
      { startTurn: 30, recoveryMethod: "none" },
    ]),
  ).toMatchObject({ recoveryRate: 1, open: 1 });
});

test("without a tangent there is nothing to measure", () => {
  expect(measured([])).toMatchObject({
    count: 0,
    avgLength: null,
    maxLength: null,
    recoveryRate: null,
    avgSegueQuality: null,
    noticed: null,
    patience: null,
    forcedSegueCount: 0,
  });
});

test("a forced segue counts once, and also where nobody had strayed", () => {
  expect(
    measured([{ startTurn: 2, endTurn: 3, recoveryMethod: "forced" }], { forced: [3, 9] }).forcedSegueCount,
  ).toBe(2);
});

test("a tangent was noticed where it was answered as one; what is answered so without one was exploration", () => {
  const metrics = measured(
    [
      { startTurn: 2, endTurn: 4, recoveryMethod: "ignored" },
      { startTurn: 6, endTurn: 8, recoveryMethod: "ignored" },
    ],
    { responses: [3, 6, 20] },
  );
  expect(metrics).toMatchObject({ noticed: 0.5, explorationTakenForTangent: 2 });
});

test("the narrator's own digression is no exploration taken for one, from its first turn on", () => {
  expect(
    measured([{ startTurn: 2, endTurn: 4, type: "digression" }], { responses: [2, 3] })
      .explorationTakenForTangent,
  ).toBe(0);
  expect(measured([{ startTurn: 2, endTurn: 4 }], { responses: [2, 3] }).explorationTakenForTangent).toBe(1);
});

test("a turn longer, or a level worse, is where patience runs out; less is not", () => {
  const degrades = (lengths: readonly number[], methods: ReadonlyArray<Tangent["recoveryMethod"]> = []) =>
    measured(
      lengths.map((length, index) => ({
        startTurn: 1 + 5 * index,
        endTurn: 1 + 5 * index + length,
        recoveryMethod: methods[index] ?? "hook",
      })),
    ).patience?.degrades;
  expect([degrades([1, 1, 2, 2]), degrades([1, 1, 1, 2])]).toEqual([true, false]);
  // A mean of 4 after one of 5, and one of 4⅓.
  expect(degrades([1, 1, 1, 1], ["hook", "hook", "redirect", "hook"])).toBe(true);
  expect(degrades([1, 1, 1, 1, 1, 1], ["hook", "hook", "hook", "redirect", "hook", "hook"])).toBe(false);
});

test("patience: the later returns beside the earlier", () => {
  const slower = measured([
    { startTurn: 1, endTurn: 2 },
    { startTurn: 4, endTurn: 5 },
    { startTurn: 7, endTurn: 10 },
    { startTurn: 12, endTurn: 15 },
  ]);
  expect(slower.patience).toEqual({
    turnsToReturn: { early: 1, late: 3 },
    segueQuality: { early: 5, late: 5 },
    degrades: true,
  });
  const blunter = measured([
    { startTurn: 1, endTurn: 2 },
    { startTurn: 4, endTurn: 5 },
    { startTurn: 7, endTurn: 8 },
    { startTurn: 12, endTurn: 13, recoveryMethod: "forced" },
    { startTurn: 15, endTurn: 16, recoveryMethod: "forced" },
  ]);
  expect(blunter.patience).toEqual({
    turnsToReturn: { early: 1, late: 1 },
    segueQuality: { early: 5, late: 1 },
    degrades: true,
  });
  expect(
    measured([
      { startTurn: 1, endTurn: 3 },
      { startTurn: 4, endTurn: 6 },
      { startTurn: 7, endTurn: 8 },
      { startTurn: 12, endTurn: 13 },
    ]).patience?.degrades,
  ).toBe(false);
});

test.each([
  ["forced", "discarded", 1],
  ["forced", "woven", 2],
  ["ignored", "discarded", 2],
  ["redirect", "discarded", 3],
  ["redirect", "woven", 4],
  ["hook", "discarded", 4],
  ["hook", "woven", 5],
  ["none", "unknown", null],
] as const)("a return that is %s and %s: %s", (recoveryMethod, woven, expected) => {
  expect(segueQuality({ recoveryMethod, woven })).toBe(expected);
});

test("table talk that the narrator was not told of changes no number of a session", () => {
  /** Ten turns with a tangent from turn 3 to 5, and Jo talking of football all the while, or not. */
  const played = (talk: boolean) => {
    const records = Array.from({ length: 10 }, (_, index) => {
      const turn = index + 1;
      const record = exampleRecord({
        turn,
        text: `Orla Penhale bars door ${turn} of the Gannet.`,
        players: [
          turn === 3 ? ["A burrito would be worth good money.", "light"] : "We wait.",
          "Yes.",
          talk ? ["My cousin played football for the whole season.", "heavy"] : "Fine.",
        ],
        relay: turn === 3 ? "Sam wants a burrito." : "We wait.",
        tangents: [
          ...(turn === 3 ? [{ kind: "started" as const, initiator: 0, type: "humour" }] : []),
          ...(turn === 4 ? [{ kind: "continued" as const, by: [] }] : []),
          ...(turn === 5
            ? [{ kind: "ended" as const, method: "redirect" as const, woven: "discarded" as const }]
            : []),
          ...(talk ? [{ kind: "table-talk" as const, by: [2] }] : []),
        ],
      });
      return { ...record, relay: { ...record.relay!, carried: turn === 3 ? [0] : [] } };
    });
    return foldSession(newSession({ sessionId: "s", config: exampleConfig() }), records);
  };
  const [quiet, talking] = [played(false), played(true)];
  expect(talking.tangents).toEqual(quiet.tangents);
  expect(sessionMetrics(talking)).toEqual(sessionMetrics(quiet));
  expect(sessionMetrics(talking).tangents.count).toBe(1);
});
