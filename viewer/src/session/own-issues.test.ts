import { expect, test } from "vitest";
import type { SessionView } from "../../../src/contract/playtest-api.ts";
import { nextIssue, ownIssues } from "./own-issues.ts";

const view = (turn: number, turns: number[]) =>
  ({
    card: { branchedFrom: turn === 0 ? undefined : { turn } },
    result: { issues: turns.map((turn) => ({ turn })) },
  }) as unknown as SessionView;

test("what stands in the turns a branch took over is its parent's, under the same number", () => {
  const { own, inherited } = ownIssues(view(4, [2, 5, 4, 7]));
  expect([own.map(({ index }) => index), inherited.map(({ index }) => index)]).toEqual([
    [1, 3],
    [0, 2],
  ]);
  expect(ownIssues(view(0, [1, 2])).own).toHaveLength(2);
});

test("the next issue is the next of its own, and after the last comes the first", () => {
  const { own } = ownIssues(view(4, [2, 5, 4, 7]));
  expect(
    [
      nextIssue(own, null, 1),
      nextIssue(own, 1, 1),
      nextIssue(own, 3, 1),
      nextIssue(own, null, -1),
      nextIssue(own, 0, 1),
    ].map((one) => one?.index),
  ).toEqual([1, 3, 1, 3, 1]);
  expect(nextIssue([], null, 1)).toBeUndefined();
});
