/** Retrieval in the browser: the first screen, the results of different targets on a test's page, and a live run. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CheckResults } from "../../src/contract/index.ts";
import { concludeCheck } from "../../src/retrieval/index.ts";
import {
  makeWorkspace,
  serveWorkspace,
  startWaitingTarget,
  type Served,
} from "../support/server/served-workspace.ts";
import { openViewer, soon } from "./open-viewer.ts";

const viewer = openViewer({ make: async () => ({ ...makeWorkspace(), sessions: "" }) });
const OTHER = "./my rag & co.ts";

/** The server's own target passes everything. Another target with newer results misses a crisis. */
beforeAll(async () => {
  expect((await viewer.served.ask("/cli/test-harness?target=offline")).status).toBe(200);
  const { results } = viewer.workspace;
  const whole = JSON.parse(
    readFileSync(
      join(
        results,
        readdirSync(results).find((name) => /^results_.*json$/.test(name))!,
      ),
      "utf8",
    ),
  ) as CheckResults;
  const failed = whole.pattern!.results.map((result) =>
    result.test_id === "PAT-CRISIS-001"
      ? {
          ...result,
          score: 0,
          is_hard_fail: true,
          is_critical_failure: true,
          matched_entities: [],
          details: [],
        }
      : result,
  );
  const other = { ...whole, target: { ...whole.target, name: OTHER } };
  const { checked } = concludeCheck(
    {
      results: {
        ...other,
        timestamp: "2099-01-01T00:00:00.000Z",
        pattern: { ...whole.pattern!, results: failed },
      },
      keep: (stem) => stem,
      drop: () => {},
    },
    { baseline: { file: "results/results_2098-01-01-0000.json", results: other } },
  );
  const save = (name: string, stored: CheckResults) =>
    writeFileSync(join(results, `results_${name}.json`), JSON.stringify(stored));
  save("2098-01-01-0000", { ...other, timestamp: "2098-01-01T00:00:00.000Z" });
  save("2099-01-01-0000", checked.results);
});

/** A system that answers when it is let, and a server that was started with it. */
let [target, asking] = [] as unknown as [Awaited<ReturnType<typeof startWaitingTarget>>, Served];
beforeAll(async () => {
  target = await startWaitingTarget();
  asking = await serveWorkspace(viewer.workspace, { folders: { target: target.url } });
});
afterAll(async () => {
  await target?.[Symbol.asyncDispose]();
  await asking?.[Symbol.asyncDispose]();
});

const score = (page: Page) => page.locator(".test-page .score-line .big").innerText();
const whose = (page: Page) => page.locator(".whose select").inputValue();
const above = (page: Page, first: string, second: string) =>
  page.evaluate<boolean>(
    `document.querySelector(${JSON.stringify(first)}).getBoundingClientRect().top < document.querySelector(${JSON.stringify(second)}).getBoundingClientRect().top`,
  );

test("a critical failure comes first, and opens as that system's result", async () => {
  await using watched = await viewer.open("/");
  const { page } = watched;
  await page.getByRole("link", { name: "Retrieval" }).click();
  await page.locator(".health-score").waitFor();
  expect(await page.locator(".critical").count()).toBe(0);
  expect(await whose(page)).toBe("built-in, offline");
  await page.locator(".whose select").selectOption(OTHER);
  await soon(() => page.locator(".critical").innerText()).toMatch(/1 critical failure/);
  expect(await above(page, ".critical", ".health-score")).toBe(true);
  expect(await above(page, ".critical", "#tests")).toBe(true);
  // It is the first of the list as well: the worst is at its top.
  await soon(() =>
    page.locator("#tests a[href*='/retrieval/tests/']").first().getAttribute("href"),
  ).toContain("PAT-CRISIS-001");
  await page.locator(".critical").getByRole("link", { name: "PAT-CRISIS-001" }).click();
  await soon(() => score(page)).toBe("0");
  expect(new URL(page.url()).searchParams.get("target")).toBe(OTHER);
  expect(await page.locator(".test-page .score-line").innerText()).toContain(OTHER);
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
  await page.locator(".health").waitFor();
  expect(await whose(page)).toBe("built-in, offline");
  for (const link of await page.locator("a[href*='/retrieval/tests/']").all())
    expect(await link.getAttribute("href")).toContain("target=built-in");
});

test("a run that failed its gate says so first, with what got worse, and is marked among the runs", async () => {
  await using watched = await viewer.open(`/retrieval?target=${encodeURIComponent(OTHER)}`);
  const { page } = watched;
  const verdict = page.locator(".failed-gate");
  expect(await verdict.locator("h2").innerText()).toBe(
    "Failed. Against the baseline: PAT-CRISIS-001 is a new critical failure.",
  );
  expect(await verdict.innerText()).toContain("PAT-CRISIS-001 missing: handler_crisis");
  expect(await page.locator(".gates").innerText()).toMatch(
    /a new critical failure[\s\S]*Against results_2098-01-01-0000\.json[\s\S]*1 worse/,
  );
  expect(await above(page, ".failed-gate", ".critical")).toBe(true);
  expect(await page.locator(".health-score").getAttribute("class")).toContain("bad");
  // Whether the target reranks is not known.
  expect(await page.locator(".health").innerText()).toMatch(/selected 100 %/);
  await page.locator("summary", { hasText: "2 runs in numbers" }).click();
  expect(await page.getByRole("region", { name: "Runs" }).locator("tbody tr").allInnerTexts()).toEqual([
    expect.stringContaining("gates failed"),
    expect.stringContaining("no gate"),
  ]);
  await verdict.getByRole("link", { name: "PAT-CRISIS-001" }).click();
  await page.getByText("Worse than in the baseline: missing: handler_crisis.").waitFor();
  await watched.page.goto(new URL(`/retrieval`, page.url()).href);
  await page.getByText("No gate was set. No baseline compared.").waitFor();
});

test("one test is run from its page, against the target shown, with its progress", async () => {
  await using watched = await viewer.open("/retrieval/tests/V2-LOY-001", { home: asking.server.url });
  const { page } = watched;
  const status = page.locator(".run-panel [role=status]");
  await page.locator(".run-one").getByText(`against ${target.url}`, { exact: false }).waitFor();
  await page.getByRole("button", { name: "Run this test" }).click();
  await target.waiting(1);
  await soon(() => status.innerText()).toBe("Running: 0 of 1 test");
  expect(await page.getByRole("button", { name: "Run this test" }).isDisabled()).toBe(true);
  target.open();
  await soon(() => status.innerText()).toMatch(/^Done: 1 test/);
  await soon(() => page.locator(".score-line").innerText()).toContain(target.url);
  await soon(() => score(page)).toBe("100");
});

test("a bank is run from the overview, and its result appears without a reload", async () => {
  await using watched = await viewer.open("/retrieval");
  const { page } = watched;
  await page.getByRole("checkbox", { name: /^pattern/ }).check();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await soon(() => page.locator(".run-panel [role=status]").innerText()).toMatch(/^Done: 2 tests/);
  await page.getByText(/\d later partial runs?:/).waitFor();
});
