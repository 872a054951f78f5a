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
  beatsOf({ timeline, issues, marked: [], last: 9 })
    .filter(({ errors, warnings }) => errors + warnings > 0)
    .map(({ id }) => id);

test("the narrator's issues mark the narration of that turn, not the tangent that began after it", () => {
  expect(marked({ turn: 4, kind: "loop", severity: "error" })).toEqual(["pulse-4"]);
  expect(marked({ turn: 4, kind: "forced-segue", severity: "warning" })).toEqual(["recovery-4"]);
  expect(marked({ turn: 7, kind: "loop", severity: "error" })).toEqual(["recovery-7"]);
});

test("a tangent and its return say what the timeline says of them", () => {
  const said = { ...entry("tangent", 3, 5), content: "Sam strayed into lunch." };
  const back = { ...entry("recovery", 5), content: "A bell.", notes: "Woven return." };
  const beats = beatsOf({ timeline: [said, back], issues: [], marked: [], last: 5 });
  expect(beats.flatMap(({ about }) => about ?? [])).toEqual([
    "Sam strayed into lunch.",
    "A bell.\nWoven return.",
  ]);
});

test("an issue during character creation marks that box, one in an empty turn gets its own", () => {
  expect(
    marked({ turn: 2, kind: "confusion", severity: "warning" }, { turn: 5, kind: "loop", severity: "error" }),
  ).toEqual(["creation-1", "other-5"]);
});

test("every turn has a box, also after the last beat; runs of quiet turns share one", () => {
  const given = {
    timeline: [entry("character-creation", 1, 2), entry("conclusion", 9)],
    issues: [],
    marked: [5],
    last: 10,
  };
  const beats = beatsOf(given);
  expect(beats.map(({ id, endTurn }) => [id, endTurn])).toEqual([
    ["creation-1", 2],
    ["between-3", 4],
    ["other-5", 5],
    ["between-6", 8],
    ["conclusion-9", 9],
    ["between-10", 10],
  ]);
  expect(beats[3]!.title).toBe("3 quiet turns");
  expect(boxesAt(beats, 7)).toEqual({ ids: ["between-6"], exact: true });
});
