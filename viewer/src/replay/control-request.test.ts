import { expect, test } from "vitest";
import type { BranchNode } from "../../../src/contract/index.ts";
import { atMostWords, controlRequest } from "./control-request.ts";

const branch = (id: string, turns: number) => ({ id, turns, fromTurn: 4 }) as BranchNode;
const view = { card: { id: "s" }, branches: [branch("a", 9), branch("b", 10), branch("other", 30)] };

test("branches without the change keep the seed, the turns and the budget of those with it", () => {
  const job = { from: { session: "s", turn: 4, seed: "x7" }, sessions: ["a", "b"], budget: 0.5 };
  expect(controlRequest(view, job, 3)).toEqual({
    session: "s",
    turn: 4,
    times: 3,
    turns: 6,
    seed: "x7",
    budget: 0.5,
  });
  expect(controlRequest(view, { from: { session: "s", turn: 4 }, sessions: ["a"] }, 1)).toEqual({
    session: "s",
    turn: 4,
    times: 1,
    turns: 5,
  });
});

test("without an edited text, the models stay; without another narrator, the narrator changes back", () => {
  const cast = { playerModel: "house", classifier: "house", observer: "none" };
  const job = (text: boolean) => ({
    from: { session: "s", turn: 4, changed: { text, narrator: "grok-4", ...cast } },
    sessions: ["a"],
  });
  expect(controlRequest(view, job(true), 1)).toMatchObject({ narrator: "grok-4", ...cast });
  expect(controlRequest(view, job(false), 1)).toMatchObject(cast);
  expect(controlRequest(view, job(false), 1)).not.toHaveProperty("narrator");
});

test("the cost is at most the budget; a missing price is never 0", () => {
  const estimate = { low: 0.5, high: 1.25, calls: 9, unpriced: [] };
  expect(atMostWords(estimate, undefined)).toBe("Costs at most $1.25");
  expect(atMostWords(estimate, 0.75)).toBe("Costs at most $0.75");
  expect(atMostWords({ ...estimate, low: 0, high: 0 }, 1)).toBe("Costs nothing");
  expect(atMostWords({ ...estimate, unpriced: ["x"] }, 1)).toContain("no price for x");
});
