/** Experiments in the page: from the list to the verdict, its pairs and turns, and back; and in one exported file. */
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { exportFrom } from "../support/server/exported-page.ts";
import { makeExperiments } from "../support/server/experiment-workspace.ts";
import { openViewer, soon } from "./open-viewer.ts";

const viewer = openViewer({ make: makeExperiments });

test("from the list to an A/B test, to a pair side by side, with its words marked", async () => {
  await using watched = await viewer.open("/experiments");
  const { page } = watched;
  await page.getByRole("combobox", { name: "Kind" }).selectOption("ab");
  await soon(() => page.locator(".experiment-row").count()).toBe(2);
  await page.locator("a[href$='/ab/few']").click();
  expect(await page.getByRole("region", { name: "Verdict" }).innerText()).toContain(
    "Not decided: no pair differs (2 ties).",
  );
  await page.getByRole("button", { name: "Play up to 38 more pairs" }).waitFor();
  expect(await page.locator(".changed-text ins").count()).toBeGreaterThan(0);
  await page.goto(`${viewer.served.server.url}/ab/loops`);
  await page.getByRole("link", { name: "Compare pair 1 side by side" }).click();
  await page.locator(".turn-pair").first().waitFor();
});

test("a bisection leads to its replays and its session", async () => {
  await using watched = await viewer.open("/bisects/lost");
  const { page } = watched;
  const verdict = page.getByRole("region", { name: "Verdict" });
  await soon(() => verdict.innerText()).toMatch(/Lost at turn \d+: \d+ of \d+ replays/);
  expect(
    await page.getByRole("region", { name: "Replays", exact: true }).locator("tbody tr").count(),
  ).toBeGreaterThan(20);
  await page.getByRole("link", { name: "lost", exact: true }).click();
  await soon(() => page.url()).toMatch(/\/sessions\/lost$/);
});

test("a matrix says its verdict, and its sessions are filtered by prompt", async () => {
  await using watched = await viewer.open("/matrices/after");
  const { page } = watched;
  const sessions = page.getByRole("region", { name: "Sessions of the matrix" }).locator("tbody tr");
  await soon(() => sessions.count()).toBeGreaterThan(1);
  const all = await sessions.count();
  expect(await page.getByRole("region", { name: "Verdict" }).innerText()).toMatch(/\.\s/);
  await page.getByRole("combobox", { name: /^Prompt/ }).selectOption("structured");
  await soon(() => sessions.count()).toBe(all / 2);
  expect(new URL(page.url()).searchParams.get("prompt")).toBe("structured");
});

test("an exported A/B test opens without a server", async () => {
  const { html } = await exportFrom(viewer.workspace, {
    path: join(viewer.workspace.dir, "ab", "loops"),
    isPublic: false,
  });
  const file = join(viewer.workspace.dir, "loops.html");
  writeFileSync(file, html);
  await using watched = await viewer.open("", { home: pathToFileURL(file).href });
  const { page } = watched;
  const pairs = page.getByRole("region", { name: "Pairs" });
  await pairs.locator("tbody tr").nth(5).waitFor();
  expect(await page.getByRole("button", { name: /more pairs|Resume/ }).count()).toBe(0);
  expect(await pairs.locator("a").count()).toBe(0);
});
