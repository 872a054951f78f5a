import { expect, test } from "vitest";
import type { BranchNode } from "../../../src/contract/index.ts";
import { branchFacts, branchName, inheritedWords, shortName } from "./branch-name.ts";

const branch: BranchNode = {
  id: "b",
  parent: "a",
  fromTurn: 4,
  turns: 8,
  changed: ["narrator: house/looping → house"],
  replicate: 0,
  story: "s",
  prompt: "p",
  narrator: "house",
  at: "2026-11-15T16:53:07Z",
  outcome: "stopped",
  issues: 1,
  errors: 0,
  overall: 65.9,
  cost: 0,
  live: false,
  damaged: false,
};

test("branches with the same change are distinguished by dice and time", () => {
  expect(branchName(branch)).toBe("narrator: house/looping to house; the parent's dice");
  expect(branchName({ ...branch, replicate: 2 })).toBe("narrator: house/looping to house; dice 2");
  expect(shortName({ ...branch, replicate: 2 })).toBe("narrator: house, dice 2");
  expect(shortName({ changed: [], replicate: 0 })).toBe("nothing changed");
  expect(branchName({ changed: ["prompt: mine → mine", "narrator: a → b"], replicate: 0 })).toBe(
    "prompt: mine, edited, narrator: a to b; the parent's dice",
  );
  expect(branchFacts(branch, String).at(-1)).toMatch(/53:07/);
});

test("each number says which turns it covers", () => {
  expect(branchFacts(branch, String).slice(0, 2)).toEqual(["turns 5 to 8: 1 finding", "score 65.9"]);
  expect(branchFacts({ ...branch, issues: null }, String)[0]).toBe("turns 5 to 8: not read");
  expect(branchFacts({ ...branch, fromTurn: 0, parent: null }, String).slice(0, 2)).toEqual([
    "8 turns: 1 finding",
    "score 65.9",
  ]);
  expect(branchFacts({ ...branch, turns: 4, overall: null }, String).slice(0, 2)).toEqual([
    "no turns of its own yet",
    "no score",
  ]);
});

test("a branch's card says which numbers are its parent's", () => {
  const card = {
    branchedFrom: { sessionId: "a", turn: 4, changed: [], replicate: 0 },
    inherited: { turns: 4 },
    turns: 5,
  };
  expect(inheritedWords(card)).toBe(
    "Findings, pulses and score cover its own turn 5; the 4 turns before belong to its parent.",
  );
  expect(inheritedWords({ turns: 5 })).toBeNull();
});
