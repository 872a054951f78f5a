import { expect, test } from "vitest";
import { changedBranch, comparedIn, compareLink, findingIn, namedFinding } from "./compare-link.ts";

const read = (query: string) => comparedIn(new URLSearchParams(query));

test("sessions are repeated parameters, so that a name may contain a comma; a typed list works too", () => {
  expect(compareLink(["a,1", "b"])).toBe("/compare?sessions=a%2C1&sessions=b");
  expect(read("sessions=a%2C1&sessions=b")).toEqual(["a,1", "b"]);
  expect(read("sessions=a,b")).toEqual(["a", "b"]);
  expect(read("metric=overall")).toEqual([]);
});

test("a finding in the address names its session by letter, and only one that is compared", () => {
  const at = (query: string, sessions = 2) =>
    findingIn(Object.fromEntries(new URLSearchParams(query.split("?")[1])), sessions);
  expect(at(`?finding=${namedFinding(1, "hint-3")}&turn=14`)).toEqual({ at: 1, key: "hint-3", turn: 14 });
  expect(at("?finding=A-parent-3-0&turn=3")).toEqual({ at: 0, key: "parent-3-0", turn: 3 });
  for (const wrong of ["?finding=C-hint-3&turn=14", "?finding=B-hint-3", "?finding=B&turn=1", "?turn=1"])
    expect(at(wrong)).toBeNull();
});

test("the editor opens the first branch that changes something", () => {
  const branch = (id: string, changed: string[]) => ({
    id,
    branchedFrom: { sessionId: "s", turn: 9, changed, replicate: 0 },
  });
  const [plain, edited] = [branch("plain", ["max turns: 20 → 22"]), branch("edited", ["prompt: a → b"])];
  expect(changedBranch([{ id: "s", branchedFrom: null }, plain, edited])?.id).toBe("edited");
  expect(changedBranch([plain])?.id).toBe("plain");
  expect(changedBranch([{ id: "s", branchedFrom: null }])).toBeUndefined();
});
