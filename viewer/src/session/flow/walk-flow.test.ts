import { expect, test } from "vitest";
import type { FlowEdge, FlowNode } from "./lay-out-flow.ts";
import { walkFlow, type WalkKey } from "./walk-flow.ts";

const node = (id: string, type: FlowNode["type"]) => ({ id, type, x: 0, y: 0 }) as FlowNode;
const edge = (from: string, to: string, kind: FlowEdge["kind"]): FlowEdge => ({ id: to, from, to, kind });
const nodes = [
  node("a", "beat"),
  node("m", "moment"),
  node("b", "beat"),
  node("f", "fork"),
  node("x", "branch"),
  node("y", "branch"),
  node("c", "beat"),
];
const edges = [
  edge("a", "b", "story"),
  edge("a", "m", "private"),
  edge("b", "c", "story"),
  edge("b", "f", "branch"),
  edge("f", "x", "branch"),
  edge("f", "y", "branch"),
];
const walk = (from: string, ...keys: WalkKey[]) =>
  keys.reduce(
    (at: string | undefined, key) => (at === undefined ? at : walkFlow({ nodes, edges, from: at, key })),
    from,
  );

test("up and down stay on the story line, regardless of what is beside it", () => {
  expect(walk("a", "ArrowDown", "ArrowDown")).toBe("c");
  expect(walk("c", "ArrowUp")).toBe("b");
  expect(walk("b", "Home")).toBe("a");
  expect(walk("a", "End")).toBe("c");
  expect(walk("a", "ArrowUp")).toBeUndefined();
});

test("left goes to private moments, right to the branches, and both return", () => {
  expect(walk("a", "ArrowLeft")).toBe("m");
  expect(walk("a", "ArrowLeft", "ArrowRight")).toBe("a");
  expect(walk("b", "ArrowRight", "ArrowRight", "ArrowDown")).toBe("y");
  expect(walk("y", "ArrowLeft", "ArrowLeft")).toBe("b");
});
