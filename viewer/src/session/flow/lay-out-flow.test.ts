import { expect, test } from "vitest";
import type { BranchNode } from "../../../../src/contract/index.ts";
import { HEIGHT, layOutFlow, WIDTH, type FlowInput } from "./lay-out-flow.ts";

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
  unreadable: false,
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
  toggled: new Set(),
  last: 9,
};
const ids = (change: Partial<FlowInput> = {}) =>
  layOutFlow({ ...input, ...change }).nodes.map(({ id }) => id);

test("the story runs down in order, and a tangent swings out", () => {
  const { nodes, edges } = layOutFlow(input);
  expect(nodes.map(({ id }) => id)).toEqual([
    "creation-1",
    "pulse-3",
    "tangent-4",
    "between-5",
    "recovery-6",
    "between-7",
    "conclusion-9",
  ]);
  expect(nodes.map(({ y }) => y)).toEqual(nodes.map(({ y }) => y).sort((a, b) => a - b));
  expect(nodes.filter(({ x }) => x > 0).map(({ id }) => id)).toEqual(["tangent-4", "between-5"]);
  expect(edges.map(({ kind }) => kind)).toEqual(["story", "tangent", "tangent", "tangent", "story", "story"]);
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
  expect(ids({ branches, toggled: new Set([3]) }).filter((id) => /^(fork|branch)/.test(id))).toEqual([
    "fork-3",
  ]);
});

test("many branches are one box until it is opened", () => {
  const branches = Array.from({ length: 26 }, (_, at) => branch(`b${at}`, "s", 3));
  const forked = (toggled: number[]) =>
    ids({ branches, toggled: new Set(toggled) }).filter((id) => /^(fork|branch)/.test(id));
  expect(forked([])).toEqual(["fork-3"]);
  expect(forked([3])).toHaveLength(27);
});

/** Small numbers from a seed, so that a failure can be repeated. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function randomInput(seed: number): FlowInput {
  const roll = dice(seed);
  const last = 2 + roll(40);
  const some = <T>(most: number, make: (turn: number, at: number) => T): T[] =>
    Array.from({ length: roll(most + 1) }, (_, at) => make(1 + roll(last), at));
  const types = ["pulse", "tangent", "recovery", "conclusion", "private-moment", "issue"] as const;
  const timeline = some(20, (turn) =>
    entry(types[roll(types.length)]!, turn, Math.min(last, turn + roll(4))),
  );
  const branches = some(30, (turn, at) =>
    branch(`b${at}`, at > 0 && roll(3) === 0 ? `b${roll(at)}` : "s", turn),
  );
  return {
    id: "s",
    timeline: [entry("character-creation", 1, 1 + roll(2)), ...timeline].sort((a, b) => a.turn - b.turn),
    issues: some(8, (turn) => ({ turn, kind: "stuck" as const, severity: "warning" as const })),
    moments: some(12, (turn) => moment(turn, roll(4))),
    branches,
    toggled: new Set(some(6, (turn) => turn)),
    unfolded: new Set(some(6, (turn) => turn)),
    last,
  };
}

test("no two boxes overlap, whatever happens in a session", () => {
  for (let seed = 0; seed < 400; seed++) {
    const { nodes, edges } = layOutFlow(randomInput(seed));
    expect(new Set(nodes.map(({ id }) => id)).size, `ids of seed ${seed}`).toBe(nodes.length);
    expect(new Set(edges.map(({ id }) => id)).size, `edges of seed ${seed}`).toBe(edges.length);
    const boxes = nodes.map((node) => ({
      ...node,
      right: node.x + WIDTH[node.type],
      bottom: node.y + HEIGHT[node.type],
    }));
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1))
        if (a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom)
          expect.fail(`seed ${seed}: ${a.id} overlaps ${b.id}`);
  }
});
