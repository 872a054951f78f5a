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
  await page.getByRole("button", { name: "A/B tests" }).click();
  await soon(() => page.locator(".experiment-entry").count()).toBe(2);
  await page.locator("a[href$='/abs/few']").click();
  const decision = page.getByRole("region", { name: "Decision" });
  expect(await decision.innerText()).toMatch(
    /Insufficient evidence\s+No winner in overall: .*2 pairs are too few/s,
  );
  expect(await decision.getByRole("link").getAttribute("href")).toMatch(
    /^\/start\?kind=ab&checkpoint=plain%405&b\.prompt=structured&.*times=6/,
  );
  expect(await page.locator(".changed-text ins").count()).toBeGreaterThan(0);
  await page.goto(`${viewer.served.server.url}/abs/loops`);
  await page.getByRole("link", { name: "Compare pair 1 side by side" }).click();
  await page.locator(".turn-pair").first().waitFor();
  expect(await page.getByRole("region", { name: "Decision" }).innerText()).toContain("1 pair is too few");
});

test("a bisection leads to its replays and its session", async () => {
  await using watched = await viewer.open("/bisects/lost");
  const { page } = watched;
  await soon(() => page.locator(".belief-bars li").count()).toBeGreaterThan(3);
  expect(await page.getByRole("region", { name: "Replays" }).locator("tbody tr").count()).toBe(4);
  await page.getByRole("link", { name: "lost", exact: true }).click();
  await soon(() => page.url()).toMatch(/\/sessions\/lost$/);
});

test("a matrix is coloured by the difference from the prompt or matrix that is chosen", async () => {
  await using watched = await viewer.open("/matrices/after");
  const { page } = watched;
  await page.locator(".heat-cell.reference").first().waitFor();
  const colour = page.getByLabel("Colour by");
  await soon(() => colour.locator("option").allInnerTexts()).toEqual([
    "Difference from prompt baseline",
    "Difference from prompt structured",
    "Difference from matrix before",
    "Values",
  ]);
  await colour.selectOption("prompt:structured");
  await soon(() => page.locator(".heat-cell.reference").innerText()).toContain("reference");
  expect(new URL(page.url()).searchParams.get("against")).toBe("prompt:structured");
  await colour.selectOption("values");
  await soon(() => page.locator(".heat-cell.value").count()).toBe(2);
});

test("an exported A/B test opens without a server, and its pairs lead to their replays", async () => {
  const { html } = await exportFrom(viewer.workspace, {
    path: join(viewer.workspace.dir, "abs", "loops"),
    isPublic: false,
  });
  const file = join(viewer.workspace.dir, "loops.html");
  writeFileSync(file, html);
  await using watched = await viewer.open("", { home: pathToFileURL(file).href });
  const { page } = watched;
  await page.locator(".pair-list li").nth(5).waitFor();
  expect(await page.getByRole("region", { name: "Decision" }).getByRole("button").count()).toBe(0);
  await page.locator(".pair-values a").first().click();
  await page.locator("article.turn .narration").first().waitFor();
});
