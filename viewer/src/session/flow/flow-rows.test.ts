import { expect, test } from "vitest";
import type { SessionCard } from "../../../../src/contract/index.ts";
import { flowRows, walkTo, type FlowInput } from "./flow-rows.ts";

const entry = (type: FlowInput["timeline"][number]["type"], turn: number, endTurn = turn) => ({
  type,
  turn,
  endTurn,
  title: `${type} ${turn}`,
  content: "",
});
const branch = (id: string, parent: string, fromTurn: number) =>
  ({ id, parent, branchedFrom: { turn: fromTurn }, turns: 9 }) as SessionCard;
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
  told: new Map(),
  last: 9,
};
const rows = (change: Partial<FlowInput> = {}) => flowRows({ ...input, ...change });
const ids = (change: Partial<FlowInput> = {}) => rows(change).map(({ beat }) => beat.id);

test("the story runs down in order, and a turn that told a beat is never folded", () => {
  expect(ids()).toEqual([
    "creation-1",
    "pulse-3",
    "tangent-4",
    "between-5",
    "recovery-6",
    "between-7",
    "conclusion-9",
  ]);
  expect(ids({ told: new Map([[8, 2]]) })).toContain("other-8");
});

test("private moments and branches are beside the beat of their turn; many branches are folded at first", () => {
  const few = rows({
    moments: [moment(3, 0), moment(3, 1)],
    branches: [branch("a", "s", 3), branch("aa", "a", 5), branch("b", "s", 6)],
  });
  const at = (id: string) => few.find(({ beat }) => beat.id === id)!;
  expect(at("pulse-3").moments.length).toBe(2);
  expect(at("pulse-3").branches.map(({ branch: { id }, depth }) => [id, depth])).toEqual([
    ["a", 0],
    ["aa", 1],
  ]);
  expect(at("recovery-6").fork).toEqual({ count: 1, open: true });
  const branches = Array.from({ length: 6 }, (_, index) => branch(`b${index}`, "s", 3));
  const forkOf = (change: Partial<FlowInput>) =>
    rows({ branches, ...change }).find(({ fork }) => fork !== null)!;
  expect(forkOf({})).toMatchObject({ branches: [], fork: { count: 6, open: false } });
  expect(forkOf({ toggled: new Set([3]) }).branches.length).toBe(6);
});

test("the arrows move along a column, across to what belongs to a beat, and back", () => {
  const all = rows({ moments: [moment(3, 0), moment(6, 0)], branches: [branch("a", "s", 3)] });
  expect(walkTo(all, "0/beat/0", "ArrowDown")).toBe("1/beat/0");
  expect(walkTo(all, "0/beat/0", "ArrowUp")).toBeUndefined();
  expect(walkTo(all, "1/beat/0", "ArrowLeft")).toBe("1/moment/0");
  expect(walkTo(all, "1/moment/0", "ArrowDown")).toBe("4/moment/0");
  expect(walkTo(all, "1/moment/0", "ArrowRight")).toBe("1/beat/0");
  expect(walkTo(all, "1/beat/0", "ArrowRight")).toBe("1/branch/0");
  expect(walkTo(all, "0/beat/0", "ArrowRight")).toBeUndefined();
  expect(walkTo(all, "1/beat/0", "End")).toBe(`${all.length - 1}/beat/0`);
});
