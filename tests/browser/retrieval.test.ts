/** Retrieval in the browser: the first screen, the results of different targets on a test's page, and a live run. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { CheckResults } from "../../src/contract/index.ts";
import { judgeCheck } from "../../src/retrieval/index.ts";
import { storedCheck } from "../support/server/served-check.ts";
import { makeWorkspace } from "../support/server/served-workspace.ts";
import { openViewer, soon } from "./open-viewer.ts";
import { inPage } from "./watched-page.ts";

const viewer = openViewer({ make: async () => ({ ...makeWorkspace(), sessions: "" }) });
const OTHER = "./my rag & co.ts";

/** The server's own target passes everything. Another target with newer results misses a crisis. */
beforeAll(async () => {
  expect((await viewer.served.ask("/cli/test-harness?target=offline")).status).toBe(200);
  const { results } = viewer.workspace;
  const { whole, missed } = storedCheck(results);
  const target = { ...whole.target, name: OTHER };
  const other = { ...whole, target };
  const judged = judgeCheck(
    { ...missed, target, timestamp: "2099-01-01T00:00:00.000Z" },
    { baseline: { file: "results/results_2098-01-01-0000.json", results: other } },
  );
  const save = (name: string, stored: CheckResults) =>
    writeFileSync(join(results, `results_${name}.json`), JSON.stringify(stored));
  save("2098-01-01-0000", { ...other, timestamp: "2098-01-01T00:00:00.000Z" });
  save("2099-01-01-0000", judged);
});

const score = (page: Page) => page.locator(".test-page .score-box b").innerText();
const whose = (page: Page) => page.locator(".whose select").inputValue();
const above = (page: Page, first: string, second: string) => inPage<boolean>(page, "isAbove", first, second);

test("a critical failure comes first, and opens as that system's result", async () => {
  await using watched = await viewer.open("/");
  const { page } = watched;
  await page.getByRole("link", { name: "Retrieval" }).click();
  await page.locator(".score-box").waitFor();
  expect(await page.locator(".critical").count()).toBe(0);
  expect(await whose(page)).toBe("built-in, offline");
  await page.locator(".whose select").selectOption(OTHER);
  await soon(() => page.locator(".critical").innerText()).toMatch(/1 critical failure/);
  expect(await above(page, ".critical", ".score-box")).toBe(true);
  expect(await above(page, ".critical", "#tests")).toBe(true);
  // It is the first of the list as well: the worst is at its top.
  await soon(() =>
    page.locator("#tests a[href*='/retrieval/tests/']").first().getAttribute("href"),
  ).toContain("PAT-CRISIS-001");
  await page.locator(".critical").getByRole("link", { name: "PAT-CRISIS-001" }).click();
  await soon(() => score(page)).toBe("0");
  expect(new URL(page.url()).searchParams.get("target")).toBe(OTHER);
  expect(await page.locator(".test-page .score-panel").innerText()).toContain(OTHER);
  // From test to test it stays the same system.
  await page.getByRole("link", { name: "Next" }).click();
  await page.locator("h1", { hasText: "PAT-NEG-001" }).waitFor();
  expect(await whose(page)).toBe(OTHER);
  await page.keyboard.press("k");
  await page.locator("h1", { hasText: "PAT-CRISIS-001" }).waitFor();
  expect(await whose(page)).toBe(OTHER);
  // The server's own target passed the same test, and its list continues.
  await page.locator(".whose select").selectOption("built-in, offline");
  await soon(() => score(page)).toBe("100");
  await page.locator(".crumbs a").first().click();
  await page.locator(".score-panel").waitFor();
  expect(await whose(page)).toBe("built-in, offline");
  for (const link of await page.locator("a[href*='/retrieval/tests/']").all())
    expect(await link.getAttribute("href")).toContain("target=built-in");
});

test("a run that failed its gate says so first, with what got worse, and is marked among the runs", async () => {
  await using watched = await viewer.open(`/retrieval?target=${encodeURIComponent(OTHER)}`);
  const { page } = watched;
  const verdict = page.locator(".failed-gate");
  expect(await verdict.locator("h2").innerText()).toBe("Failed: PAT-CRISIS-001 is a new critical failure.");
  expect(await verdict.innerText()).toContain("PAT-CRISIS-001 missing: handler_crisis");
  expect(await above(page, ".failed-gate", ".critical")).toBe(true);
  expect(await page.locator(".score-box").getAttribute("class")).toContain("bad");
  await page.locator("summary", { hasText: "2 runs" }).click();
  expect(await page.getByRole("region", { name: "Runs" }).locator("tbody tr").allInnerTexts()).toEqual([
    expect.stringContaining("gates failed"),
    expect.stringContaining("no gate"),
  ]);
  await verdict.getByRole("link", { name: "PAT-CRISIS-001" }).click();
  await page.getByText("Worse than in the baseline: missing: handler_crisis.").waitFor();
});

test("a test is run again from its page, with the form filled in", async () => {
  await using watched = await viewer.open("/retrieval/tests/V2-LOY-001");
  const { page } = watched;
  await page.getByRole("link", { name: "Run this test" }).click();
  await page.getByRole("button", { name: /^Start/ }).click();
  const ended = page.getByRole("listitem", { name: /^Check/ }).filter({ hasText: "1 test" });
  await soon(() => ended.innerText()).toMatch(/done/);
  await ended.getByRole("link").first().click();
  await page.locator(".score-panel").waitFor();
});
