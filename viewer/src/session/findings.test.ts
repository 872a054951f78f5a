import { expect, test } from "vitest";
import type { Episode, SessionView } from "../../../src/contract/index.ts";
import { findingsOf, nextFinding, notesByTurn, startingPlace } from "./findings.ts";

const issue = (turn: number, given: Partial<Episode> = {}): Episode => ({
  id: `t${turn}-contradiction`,
  turn,
  lastTurn: turn,
  pointsLost: 5,
  kind: "contradiction",
  description: "",
  severity: "warning",
  evidence: [{ turn, text: `of ${turn}` }],
  confidence: 1,
  source: "reader: m",
  ...given,
});
const view = (
  issues: Episode[],
  { hints = [] as Episode[], inherited = 0, worst = undefined as Episode | undefined } = {},
) =>
  ({
    result: { issues, hints },
    card: { worst, ...(inherited > 0 && { branchedFrom: { turn: inherited } }) },
    turns: Array.from({ length: 20 }, (_, at) => ({ turn: at + 1 })),
  }) as unknown as SessionView;
const nothing = { turn: null, issue: null, as: null, onIssues: false };

test("the next finding wraps around, and hints are passed over", () => {
  const found = findingsOf({ issues: [issue(5), issue(7)], hints: [issue(6)] });
  expect(
    [
      nextFinding(found, null, 1),
      nextFinding(found, 0, 1),
      nextFinding(found, 1, 1),
      nextFinding(found, null, -1),
    ].map((one) => one?.index),
  ).toEqual([0, 1, 0, 1]);
  expect(nextFinding([], null, 1)).toBeUndefined();
});

test("a finding is noted at both of its quotes, in the turns they are from", () => {
  const evidence = [
    { turn: 2, text: "open" },
    { turn: 5, text: "locked" },
  ];
  const notes = notesByTurn(
    findingsOf({
      issues: [issue(5, { evidence })],
      hints: [issue(9, { evidence: [{ turn: 2, text: "x" }] })],
    }),
  );
  expect(
    [...notes].map(([turn, each]) => [
      turn,
      each.map(({ finding, isOwn, quote }) => [finding.key, isOwn, quote.text]),
    ]),
  ).toEqual([
    [5, [["issue-0", true, "locked"]]],
    [
      2,
      [
        ["issue-0", false, "open"],
        ["hint-0", false, "x"],
      ],
    ],
    // Without a quote of its own turn, it is noted there all the same.
    [9, [["hint-0", true, ""]]],
  ]);
});

test("the page opens at the worst finding, or at the first if none is named", () => {
  expect(startingPlace(view([issue(2), issue(7)], { worst: issue(7) }), nothing)).toEqual({
    turn: 7,
    issue: 1,
  });
  expect(startingPlace(view([issue(2), issue(4)]), nothing)).toEqual({ turn: 2, issue: 0 });
  expect(startingPlace(view([], { hints: [issue(4)] }), nothing)).toEqual({ turn: null, issue: null });
});

test("a branch opens at its first own turn, even with findings", () => {
  expect(startingPlace(view([issue(9)], { inherited: 6 }), nothing)).toEqual({ turn: 7, issue: null });
});

test("what the address names comes first, and a player knows of no finding", () => {
  const found = view([issue(2), issue(4)], { inherited: 1 });
  expect(startingPlace(found, { ...nothing, turn: 9 })).toEqual({ turn: 9, issue: null });
  expect(startingPlace(found, { ...nothing, issue: 1 })).toEqual({ turn: 4, issue: 1 });
  expect(startingPlace(found, { ...nothing, turn: 3, issue: 1 })).toEqual({ turn: 3, issue: 1 });
  expect(startingPlace(found, { ...nothing, turn: 4, onIssues: true })).toEqual({ turn: 4, issue: 1 });
  expect(startingPlace(found, { ...nothing, as: 0 })).toEqual({ turn: null, issue: null });
});
