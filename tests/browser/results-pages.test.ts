/** Pages of results, in a real browser: whose they are, what is missing of them, and what a public file does not offer. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CheckResults } from "../../src/contract/index.ts";
import { exportPage } from "../../src/server/index.ts";
import { houseHarness } from "../support/house-harness.ts";
import { makeWorkspace, serveWorkspace, type Served } from "../support/served-workspace.ts";
import { openBrowser } from "./chromium.ts";
import { playInto, playMatrix, type ViewerWorkspace } from "./viewer-workspace.ts";
import { openPage } from "./watched-page.ts";

const OTHER = "./my rag & co.ts";

let [workspace, served, browser] = [] as unknown as [ViewerWorkspace, Served, Browser];
beforeAll(async () => {
  const made = makeWorkspace();
  [workspace, browser] = await Promise.all([
    playInto(made, [], async (play, harness) => {
      await play({ sessionId: "leaky", narrator: "house/leaky", turns: 14, players: 2 });
      await playMatrix(harness, { dir: join(made.dir, "matrices", "small"), prompts: { baseline: "baseline" } });
    }),
    openBrowser(),
  ]);
  mkdirSync(join(workspace.dir, "matrices", "spoiled", "sessions"), { recursive: true });
  writeFileSync(join(workspace.dir, "matrices", "spoiled", "plan.json"), "{ not JSON");
  served = await serveWorkspace(workspace);
  await served.ask("/cli/test-harness");
  const name = readdirSync(workspace.results).find((file) => file.endsWith(".json"));
  const whole = JSON.parse(readFileSync(join(workspace.results, name!), "utf8")) as CheckResults;
  const results = whole.pattern!.results.map((result) => (result.test_id === "PAT-CRISIS-001" ? { ...result, score: 0, is_hard_fail: true, is_critical_failure: true, matched_entities: [] } : result));
  writeFileSync(join(workspace.results, "results_2099-01-01-0000.json"), JSON.stringify({ ...whole, timestamp: "2099-01-01T00:00:00.000Z", target: { ...whole.target, name: OTHER }, pattern: { ...whole.pattern, results } }));
}, 90_000);
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
  workspace?.[Symbol.dispose]();
});

const look = async (path: string, work: (page: Page) => Promise<void>, { ignore }: { ignore?: RegExp } = {}) => {
  const home = path.startsWith("file:") ? path : served.server.url;
  await using watched = await openPage(browser, { home, ...(ignore && { ignore }) });
  await watched.page.goto(path.startsWith("file:") ? path : `${served.server.url}${path}`);
  await work(watched.page);
};
const whose = (page: Page) => page.locator(".whose select").inputValue();

test("a critical failure is still one when it is opened, and beside it is what another system did", () =>
  look("/retrieval", async (page) => {
    await page.locator(".health").waitFor();
    expect(await whose(page)).toBe("built-in, offline");
    expect(await page.locator(".whose option:checked").textContent()).toContain("this server's own");
    expect(await page.locator(".critical").count()).toBe(0);
    await page.locator(".whose select").selectOption(OTHER);
    await page.locator(".critical a").click();
    await page.locator(".score-line").waitFor();
    expect([await whose(page), await page.locator(".test-marks .badge").first().textContent(), await page.locator(".score-line .big").textContent()]).toEqual([OTHER, "critical", "0"]);
    // From test to test and back to the list, it stays the same system.
    await page.getByRole("link", { name: "Next" }).click();
    await page.locator("h1", { hasText: "PAT-NEG-001" }).waitFor();
    expect(await whose(page)).toBe(OTHER);
    await page.keyboard.press("k");
    await page.locator("h1", { hasText: "PAT-CRISIS-001" }).waitFor();
    expect(await whose(page)).toBe(OTHER);
    await page.locator(".whose select").selectOption("built-in, offline");
    await page.locator(".score-line .big", { hasText: "100" }).waitFor();
    await page.locator(".crumbs a").first().click();
    await page.locator(".health").waitFor();
    expect(await whose(page)).toBe("built-in, offline");
    for (const link of await page.locator("a[href*='/retrieval/tests/']").all()) expect(await link.getAttribute("href")).toContain("target=built-in");
  }));

test("one test that is run has a score, and no health; whom it asks is said", () =>
  look(`/retrieval/tests/PAT-CRISIS-001?target=${encodeURIComponent(OTHER)}`, async (page) => {
    await page.locator(".run-one", { hasText: `against built-in, offline: this server cannot ask ${OTHER}` }).waitFor();
    await page.getByRole("button", { name: "Run this test" }).click();
    await page.locator(".run-panel [role=status]", { hasText: "Done" }).waitFor();
    const panel = await page.locator(".run-panel").textContent();
    expect(panel).toContain("Done: 1 test, score 100");
    expect(panel).toContain("against built-in, offline");
    expect(panel).not.toMatch(/EXCELLENT|GOOD|FAIR|POOR|CRITICAL/);
    expect(await whose(page)).toBe(OTHER);
  }));

test("a failure opens at its turn and issue", () =>
  look("/failures", async (page) => {
    const row = page.locator(".issue-entry", { hasText: "secret leak" }).first();
    const says = await row.locator(".says").textContent();
    const href = new URL((await row.getAttribute("href"))!, served.server.url);
    expect([href.pathname, href.searchParams.get("lens"), href.searchParams.get("issue"), href.searchParams.get("turn")]).toEqual(["/sessions/leaky", "issues", expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)]);
    await row.click();
    await page.locator("[aria-current=true]", { hasText: says! }).waitFor();
  }));

test("what nobody judged is not judged, and is no number of sessions; a spoiled matrix is listed", async () => {
  await look("/matrices/small?metric=coherence", async (page) => {
    await page.locator(".heat-cell").first().waitFor();
    expect(await page.locator(".heat-cell").first().textContent()).toContain("not judged");
    expect(await page.locator("main").textContent()).not.toContain("0 sessions");
    await page.locator(".heat-cell").first().click();
    await page.locator(".cell-sessions td", { hasText: "not judged" }).first().waitFor();
    await page.locator(".cell-sessions tbody a").first().click();
    await page.locator("article.turn").first().waitFor();
  });
  await look("/matrices", async (page) => {
    await page.locator(".matrix-entry.damaged", { hasText: "cannot be read" }).waitFor();
    expect(await page.locator(".matrix-entry").count()).toBe(2);
  });
});

test("a public file offers nobody's eyes and nobody's wishes", async () => {
  const harness = houseHarness();
  const { html } = await exportPage({ harness, path: join(workspace.sessions, "leaky"), isPublic: true });
  await harness.close();
  const file = join(mkdtempSync(join(tmpdir(), "public-")), "page.html");
  writeFileSync(file, html);
  await look(`file://${file}`, async (page) => {
    await page.locator("article.turn .narration").first().waitFor();
    expect(await page.locator(".eyes").count()).toBe(0);
    expect(await page.getByRole("tab", { name: "Relay" }).count()).toBe(0);
    for (const lens of ["Issues", "Score", "Pace & cost", "Players", "Flow"]) {
      await page.getByRole("tab", { name: lens }).click();
      expect(await page.getByRole("button", { name: /See as/ }).count()).toBe(0);
      expect(await page.locator("main").textContent()).not.toMatch(/Private moments|Wishes|Backstory/);
    }
    await page.goto(`file://${file}#/sessions/leaky?as=0`);
    await page.getByText("This is not in the file.").waitFor();
  });
});
