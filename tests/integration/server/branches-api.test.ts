/** What belongs to a branch and what to its parent: in lists, in the tree, among the failures, and in comparisons. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { comparisonView, issuePage, sessionPage, sessionView } from "../../../src/contract/index.ts";
import { makeBranches, type BranchedWorkspace } from "../../support/server/branched-workspace.ts";
import { serveWorkspace, type Served } from "../../support/server/served-workspace.ts";

let workspace: BranchedWorkspace;
let served: Served;
beforeAll(async () => {
  workspace = await makeBranches();
  served = await serveWorkspace(workspace);
}, 60_000);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
  expect(served.bugs).toEqual([]);
});

const view = async (id: string) => sessionView.parse((await served.ask(`/api/sessions/${id}`)).json);
const cards = async () =>
  new Map(
    sessionPage.parse((await served.ask("/api/sessions")).json).sessions.map((card) => [card.id, card]),
  );
const issues = async (query = "") =>
  issuePage.parse((await served.ask(`/api/issues?limit=200${query}`)).json);

test("an issue is listed once, in the session that played its turn, and counted only there", async () => {
  const parent = (await view("parent")).result.issues;
  const inherited = parent.filter(({ turn }) => turn <= 8);
  expect(inherited.length).toBeGreaterThan(0);
  const { issues: rows, total, facets } = await issues();
  expect(rows.filter(({ session }) => session === "parent")).toHaveLength(parent.length);
  for (const [session, from] of [
    ["child", 8],
    ["child-2", 8],
    ["grandchild", 9],
  ] as const) {
    const { result } = await view(session);
    expect(result.issues.every(({ turn }) => turn > from)).toBe(true);
    expect(rows.filter((row) => row.session === session).every(({ turn }) => turn > from)).toBe(true);
  }
  for (const row of rows)
    expect((await view(row.session)).result.issues[row.index]).toMatchObject({
      turn: row.turn,
      kind: row.kind,
      description: row.description,
    });
  const ofParent = facets.narrator!.find(({ value }) => value === "house/looping")!;
  expect(ofParent.count).toBe(parent.length);
  for (const part of ["kind", "severity", "narrator"] as const)
    expect(facets[part]!.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  expect((await issues("&narrator=house")).issues.every(({ session }) => session !== "parent")).toBe(true);
});

test("lists and trees show a branch's own counts, and what its score covers", async () => {
  const all = await cards();
  const { result } = await view("parent");
  expect(all.get("parent")).toMatchObject({ issues: result.issues.length });
  expect(all.get("parent")).not.toHaveProperty("inherited");
  expect(all.get("parent")).not.toHaveProperty("scoresCover");
  const child = all.get("child")!;
  expect(child).toMatchObject({
    inherited: { turns: 8 },
    scoresCover: "Its own turns 9 to 10.",
    issues: (await view("child")).result.issues.length,
  });
  const { branches } = await view("child");
  expect(
    branches.map(({ id, parent, fromTurn, replicate, narrator }) => ({
      id,
      parent,
      fromTurn,
      replicate,
      narrator,
    })),
  ).toEqual([
    { id: "parent", parent: null, fromTurn: 0, replicate: 0, narrator: "house/looping" },
    { id: "child", parent: "parent", fromTurn: 8, replicate: 0, narrator: "house" },
    { id: "grandchild", parent: "child", fromTurn: 9, replicate: 0, narrator: "house" },
    { id: "child-2", parent: "parent", fromTurn: 8, replicate: 1, narrator: "house" },
  ]);
  for (const { id, issues, errors, at, unreadable } of branches)
    expect({ id, issues, errors, at, unreadable }).toEqual({
      id,
      issues: all.get(id)!.issues,
      errors: all.get(id)!.errors,
      at: all.get(id)!.at,
      unreadable: false,
    });
});

test("a branch is measured by its own turns", async () => {
  expect((await view("parent")).result.metrics!.ownTurns).toBeUndefined();
  const { result } = await view("child");
  expect(result.metrics!.ownTurns).toEqual({ from: 9, to: 10 });
  const { sessions } = comparisonView.parse((await served.ask("/api/compare?sessions=parent,child")).json);
  expect(result.overall).toBe(sessions[1]!.score.overall);
});
