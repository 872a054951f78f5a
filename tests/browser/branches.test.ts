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

test("a turn of the parent is replayed from the parent", async () => {
  await using watched = await viewer.open("/sessions/branch-0?turn=3");
  const { page } = watched;
  await page.getByRole("button", { name: "Edit and replay turn 3", exact: true }).first().click();
  await page.getByText("Turn 3 was played by the parent of this branch.").waitFor();
  await page.getByRole("link", { name: "Edit and replay turn 3 of the parent" }).click();
  await soon(() => page.url()).toMatch(/sessions\/looping\/edit\?turn=3/);
  await page.getByRole("button", { name: "Replay one branch" }).waitFor();
});
