import { expect, test } from "vitest";
import { filesOf, shareTarget } from "./share-target.ts";

test("a link says what it opens", () => {
  expect(shareTarget("/sessions/a", "?turn=6").place).toBe("turn 6");
  expect(shareTarget("/sessions/a", "?turn=6&issue=2").place).toBe("a finding at turn 6");
  expect(shareTarget("/failures", "").place).toBe("the page");
});

test("the file of an experiment promises no words of players", () => {
  expect(JSON.stringify(filesOf("ab"))).not.toMatch(/heard|private|backstories/);
});

test("a session or an experiment has files; its parts, other pages and a player's view have none", () => {
  expect(shareTarget("/sessions/m~1%20x", "").files).toEqual({ list: "sessions", id: "m~1 x" });
  expect(shareTarget("/ab/t", "?pair=2").files).toEqual({ list: "ab", id: "t" });
  expect(shareTarget("/sessions/a/edit", "?turn=6").files).toEqual({ list: "sessions", id: "a" });
  for (const [path, search] of [
    ["/sessions", ""],
    ["/sessions/a", "?as=0"],
    ["/matrices/a/b", ""],
    ["/retrieval/tests/x", ""],
  ] as const)
    expect(shareTarget(path, search).files).toBeUndefined();
});
