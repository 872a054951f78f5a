/** What belongs to a branch and what to its parent: in lists, in the tree, among the failures, and in comparisons. */
import { serveMade } from "../../support/server/served-playtests.ts";
import { expect, test } from "vitest";
import { issuePage, sessionPage, sessionView } from "../../../src/contract/index.ts";
import { makeBranches } from "../../support/server/branched-workspace.ts";

const { served } = serveMade(makeBranches);

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

test("lists and trees show a branch's own counts", async () => {
  const all = await cards();
  const { result } = await view("parent");
  expect(all.get("parent")).toMatchObject({ issues: result.issues.length });
  const child = all.get("child")!;
  // It was read, and craft is all there is to score in a branch.
  const { issues: none, overall } = (await view("child")).result;
  expect([none, overall]).toEqual([[], 100]);
  expect(child).toMatchObject({ issues: 0, overall });
  const { branches } = await view("child");
  expect(
    branches.map(({ id, parent, branchedFrom, narrator }) => [
      id,
      parent,
      branchedFrom?.turn,
      branchedFrom?.replicate,
      narrator,
    ]),
  ).toEqual([
    ["parent", undefined, undefined, undefined, "house/looping"],
    ["child", "parent", 8, 0, "house"],
    ["grandchild", "child", 9, 0, "house"],
    ["child-2", "parent", 8, 1, "house"],
  ]);
  for (const { parent: _, ...card } of branches) expect(card).toEqual(all.get(card.id));
});
