import { expect, test } from "vitest";
import { beatsOf, boxesAt, type FlowIssue } from "./beats.ts";

const entry = (
  type: Parameters<typeof beatsOf>[0]["timeline"][number]["type"],
  turn: number,
  endTurn = turn,
) => ({ type, turn, endTurn, title: `${type} ${turn}`, content: "" });
const timeline = [
  entry("character-creation", 1, 2),
  entry("recovery", 4),
  entry("pulse", 4),
  entry("tangent", 4, 7),
  entry("recovery", 7),
  entry("pulse", 9),
];
const marked = (...issues: FlowIssue[]) =>
  beatsOf({ timeline, issues, marked: [] })
    .filter(({ errors, warnings }) => errors + warnings > 0)
    .map(({ id }) => id);

test("the narrator's issues mark the narration of that turn, not the tangent that began after it", () => {
  expect(marked({ turn: 4, type: "repetition", severity: "error" })).toEqual(["pulse-4"]);
  expect(marked({ turn: 4, type: "forced-return", severity: "warning" })).toEqual(["recovery-4"]);
  expect(marked({ turn: 7, type: "repetition", severity: "error" })).toEqual(["recovery-7"]);
});

test("the players' issues mark the tangent", () => {
  expect(marked({ turn: 4, type: "confusion", severity: "warning", by: "player" })).toEqual(["tangent-4"]);
});

test("an issue during character creation marks that box, one in an empty turn gets its own", () => {
  expect(
    marked(
      { turn: 2, type: "confusion", severity: "warning" },
      { turn: 5, type: "repetition", severity: "error" },
    ),
  ).toEqual(["creation-1", "other-5"]);
});

test("a box keeps its key when something is inserted before it", () => {
  const ids = (issues: FlowIssue[]) =>
    beatsOf({ timeline, issues, marked: [] })
      .filter(({ kind }) => kind === "pulse")
      .map(({ id }) => id);
  expect(ids([{ turn: 3, type: "repetition", severity: "error" }])).toEqual(ids([]));
});

test("with turns between beats shown, each turn has a box, also after the last beat", () => {
  const beats = beatsOf({
    timeline: [entry("character-creation", 1, 2), entry("conclusion", 9)],
    issues: [],
    marked: [5],
    last: 10,
  });
  expect(beats.map(({ id, endTurn }) => [id, endTurn])).toEqual([
    ["creation-1", 2],
    ["between-3", 4],
    ["other-5", 5],
    ["between-6", 8],
    ["conclusion-9", 9],
    ["between-10", 10],
  ]);
  expect(boxesAt(beats, 7)).toEqual({ ids: ["between-6"], exact: true });
  expect(boxesAt(beats, 10)).toEqual({ ids: ["between-10"], exact: true });
});

test("a turn has all its own boxes, or else the last one before it", () => {
  const beats = beatsOf({ timeline, issues: [], marked: [] });
  expect(boxesAt(beats, 4)).toEqual({ ids: ["recovery-4", "pulse-4", "tangent-4"], exact: true });
  expect(boxesAt(beats, 2)).toEqual({ ids: ["creation-1"], exact: true });
  expect(boxesAt(beats, 8)).toEqual({ ids: ["recovery-7"], exact: false });
  expect(boxesAt(beats, null)).toEqual({ ids: [], exact: false });
});
