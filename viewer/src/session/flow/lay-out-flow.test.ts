import { expect, test } from "vitest";
import type { BranchNode } from "../../../../src/contract/index.ts";
import { layOutFlow, type FlowInput } from "./lay-out-flow.ts";

const entry = (type: FlowInput["timeline"][number]["type"], turn: number, endTurn = turn) => ({
  type,
  turn,
  endTurn,
  title: `${type} ${turn}`,
  content: "",
});
const branch = (id: string, parent: string, fromTurn: number): BranchNode => ({
  id,
  parent,
  fromTurn,
  turns: 9,
  changed: [],
  replicate: 0,
  story: "s",
  prompt: "p",
  narrator: "n",
  at: null,
  outcome: "stopped",
  issues: 0,
  errors: 0,
  overall: null,
  cost: null,
  live: false,
  damaged: false,
});
const moment = (turn: number, seat: number) => ({
  turn,
  seat,
  target: "Ada",
  content: "",
  response: "",
  shared: false,
  payoffDetected: false,
});
const input: FlowInput = {
  id: "s",
  timeline: [
    entry("character-creation", 1, 2),
    entry("pulse", 3),
    entry("tangent", 4, 6),
    entry("recovery", 6),
    entry("conclusion", 9),
  ],
  issues: [],
  moments: [],
  branches: [],
  folded: new Set(),
};
const ids = (change: Partial<FlowInput> = {}) =>
  layOutFlow({ ...input, ...change }).nodes.map(({ id }) => id);

test("the story runs down in order, and a tangent swings out", () => {
  const { nodes, edges } = layOutFlow(input);
  expect(nodes.map(({ id }) => id)).toEqual([
    "creation-1",
    "pulse-3",
    "tangent-4",
    "recovery-6",
    "conclusion-9",
  ]);
  expect(nodes.map(({ y }) => y)).toEqual(nodes.map(({ y }) => y).sort((a, b) => a - b));
  expect(nodes.filter(({ x }) => x > 0).map(({ id }) => id)).toEqual(["tangent-4"]);
  expect(edges.map(({ kind }) => kind)).toEqual(["story", "tangent", "tangent", "story"]);
});

test("an issue marks its beat, and a turn without one gets its own", () => {
  const { nodes } = layOutFlow({
    ...input,
    issues: [
      { turn: 3, type: "repetition", severity: "error" },
      { turn: 7, type: "stuck", severity: "warning" },
    ],
  });
  const beats = nodes.flatMap((node) => (node.type === "beat" ? [node.beat] : []));
  expect(
    beats
      .filter(({ errors, warnings }) => errors + warnings > 0)
      .map(({ kind, turn, title }) => [kind, turn, title]),
  ).toEqual([
    ["pulse", 3, "pulse 3"],
    ["other", 7, "stuck"],
  ]);
});

test("private moments of one turn are below each other, on the left", () => {
  const { nodes } = layOutFlow({ ...input, moments: [moment(3, 0), moment(3, 1)] });
  const places = nodes.filter(({ type }) => type === "moment");
  expect(places.every(({ x }) => x < 0)).toBe(true);
  expect(new Set(places.map(({ y }) => y)).size).toBe(2);
  expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(nodes.length);
});

test("branches grow as a tree, and fold", () => {
  const branches = [branch("a", "s", 3), branch("b", "s", 3), branch("c", "a", 5)];
  expect(ids({ branches }).filter((id) => /^(fork|branch)/.test(id))).toEqual([
    "fork-3",
    "branch-a",
    "branch-c",
    "branch-b",
  ]);
  expect(ids({ branches, folded: new Set([3]) }).filter((id) => /^(fork|branch)/.test(id))).toEqual([
    "fork-3",
  ]);
});

test("events during a tangent swing out with it", () => {
  const { nodes } = layOutFlow({ ...input, issues: [{ turn: 5, type: "stuck", severity: "warning" }] });
  expect(nodes.filter(({ x }) => x > 0).map(({ id }) => id)).toEqual(["tangent-4", "other-5"]);
});
