import { expect, test } from "vitest";
import type { SessionView } from "../../../src/contract/index.ts";
import { nextIssue, ownIssues } from "./own-issues.ts";

const view = (turns: number[]) =>
  ({ result: { issues: turns.map((turn) => ({ turn })) } }) as unknown as SessionView;

test("the next issue is the next of the session's own, and wraps around", () => {
  const own = ownIssues(view([5, 7]));
  expect(
    [nextIssue(own, null, 1), nextIssue(own, 0, 1), nextIssue(own, 1, 1), nextIssue(own, null, -1)].map(
      (one) => one?.index,
    ),
  ).toEqual([0, 1, 0, 1]);
  expect(nextIssue([], null, 1)).toBeUndefined();
});
