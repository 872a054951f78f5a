import { expect, test } from "vitest";
import type { SessionView } from "../../../src/contract/index.ts";
import { markWords, minimapMarks, stepTo } from "./minimap-marks.ts";

const view = {
  card: { id: "s", inherited: { turns: 1 } },
  turns: [
    { turn: 1, kind: "creation", issues: 1, privateTo: [] },
    { turn: 2, kind: "pulse", pulse: 3, issues: 2, privateTo: [0] },
    { turn: 3, kind: "other", issues: 0, privateTo: [] },
  ],
  result: {
    issues: [
      { turn: 2, severity: "error" },
      { turn: 2, severity: "warning" },
    ],
    read: { unread: [{ turn: 3, why: "slow" }] },
  },
  branches: [
    { id: "a", parent: "s", fromTurn: 1 },
    { id: "b", parent: "s", fromTurn: 1 },
    { id: "continued", parent: "s", fromTurn: 3 },
    { id: "c", parent: "a", fromTurn: 3 },
  ],
} as unknown as SessionView;

test("each turn says its kind, findings, private moments, the branches that replay it, and whether it was read", () => {
  expect(minimapMarks(view).map(markWords)).toEqual([
    "Turn 1, creation, 1 warning, the parent's",
    "Turn 2, pulse 3, 1 error, 1 warning, private, 2 branches",
    "Turn 3, 1 branch, not read",
  ]);
});

test("keys step, page, and go to the ends, and never leave the session", () => {
  expect([
    stepTo("ArrowRight", 4, 100),
    stepTo("PageUp", 4, 100),
    stepTo("Home", 4, 100),
    stepTo("End", 4, 100),
  ]).toEqual([5, 14, 0, 99]);
  expect([stepTo("ArrowLeft", 0, 100), stepTo("PageUp", 95, 100), stepTo("x", 4, 100)]).toEqual([
    0,
    99,
    undefined,
  ]);
});
