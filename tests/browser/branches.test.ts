/** Branches in the page have distinct names and their own numbers. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { branchSession, turnPath } from "../../src/playtest/index.ts";
import { makeWorkspace } from "../support/server/served-workspace.ts";
import { openViewer, soon } from "./open-viewer.ts";
import { playInto } from "./viewer-workspace.ts";

const viewer = openViewer({
  make: () =>
    playInto(makeWorkspace(), [], async (play, harness, sessions) => {
      await play({ sessionId: "looping", narrator: "house/looping", turns: 10 });
      await branchSession(harness, {
        checkpoint: turnPath(join(sessions, "looping"), 7),
        changes: { turns: 2 },
        replicate: 0,
        out: sessions,
        sessionId: "again",
      });
      for (const replicate of [0, 1])
        await branchSession(harness, {
          checkpoint: turnPath(join(sessions, "looping"), 7),
          changes: { narrator: "house", turns: 2 },
          replicate,
          out: sessions,
          sessionId: `branch-${replicate}`,
        });
    }),
});

test("branches with the same change are distinguished, and each number says which turns it covers", async () => {
  await using watched = await viewer.open("/sessions/looping?lens=branches");
  const lines = watched.page.locator(".branch-tree li");
  await soon(() => lines.count()).toBe(4);
  const texts = await lines.allInnerTexts();
  const [first, second] = texts.filter((text) => text.includes("to house"));
  expect(texts.find((text) => text.includes("nothing changed"))).toMatch(/2 turns played/);
  expect(first).toMatch(/From turn 8: narrator: house\/looping to house; the parent's dice/);
  expect(second).toMatch(/dice \(?1\b/);
  for (const line of [first, second]) expect(line).toMatch(/turns 8 to 9: \d+ findings?/);
});

test("branches do not count their parent's issues: list, tab, flow", async () => {
  await using watched = await viewer.open("/sessions/branch-1?lens=issues");
  const { page } = watched;
  await page.getByText(/cover its own turns 8 to 9; the 7 turns before belong to its parent/).waitFor();
  const own = await page.locator(".lens > .issue-list > li .issue-head .turn-number").allInnerTexts();
  expect(own.filter((turn) => Number(turn) <= 7)).toEqual([]);
  expect((await page.getByRole("tab", { name: /^Findings/ }).innerText()).replaceAll(/\s/g, "")).toBe(
    `Findings${own.length || ""}`,
  );
  await page.getByRole("tab", { name: "Score" }).click();
  await page.getByText("Over: Its own turns 8 to 9.").waitFor();
});

test("an unchanged branch has its parent's numbers, over the common turns", async () => {
  await using watched = await viewer.open("/compare?sessions=looping,again");
  const { page } = watched;
  await page.getByText(/^These turns are identical/).waitFor();
  const over = page.getByRole("combobox", { name: "over" });
  expect(await over.locator("option:checked").innerText()).toBe("turns 8 to 9 (common to all)");
  expect(await page.locator(".numbers tr.differs").count()).toBe(0);
  await over.selectOption("own");
  await page.getByText(/cover different turns/).waitFor();
  expect(await page.locator(".numbers thead").innerText()).toMatch(/turns 1 to 10\s+.*turns 8 to 9/s);
});

test("branches are compared over the common turns, and the page says why nothing is paired", async () => {
  await using watched = await viewer.open("/compare?sessions=looping,branch-1");
  const { page } = watched;
  await page.getByRole("heading", { name: "Numbers" }).waitFor();
  expect(await page.locator(".numbers thead").innerText()).toMatch(/turns 8 to 9\s+.*turns 8 to 9/s);
  await page
    .getByText(/same dice|the same number of branches/)
    .first()
    .waitFor();
});

test("a turn of the parent is replayed from the parent", async () => {
  await using watched = await viewer.open("/sessions/branch-0?turn=3");
  const { page } = watched;
  await page.getByRole("button", { name: "Edit and replay turn 3", exact: true }).first().click();
  await page.getByText("Turn 3 was played by the parent of this branch.").waitFor();
  await page.getByRole("link", { name: "Edit and replay turn 3 of the parent" }).click();
  await soon(() => page.url()).toMatch(/sessions\/looping\/edit\?turn=3/);
  await page.getByRole("button", { name: "Replay 3 branches" }).waitFor();
});
