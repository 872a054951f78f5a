/** The viewer in a real browser, before a real server, on real files. Pictures of every view are kept in `tests/browser/screenshots`. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveWorkspace, type Served } from "../support/served-workspace.ts";
import { openBrowser } from "./chromium.ts";
import { startCuttingProxy } from "./cutting-proxy.ts";
import { makeViewerWorkspace, type ViewerWorkspace } from "./viewer-workspace.ts";
import { openPage, spill } from "./watched-page.ts";

const pictures = join(import.meta.dirname, "screenshots");
const NARROW = 390;

let [workspace, served, browser] = [] as unknown as [ViewerWorkspace, Served, Browser];
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  [workspace, browser] = await Promise.all([makeViewerWorkspace(), openBrowser()]);
  served = await serveWorkspace(workspace);
  expect((await served.ask("/cli/test-harness?target=offline")).status).toBe(200);
}, 90_000);
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
  workspace?.[Symbol.dispose]();
  expect(served.bugs).toEqual([]);
});

const open = async (path: string, options: { width?: number } = {}) => {
  const watched = await openPage(browser, { home: served.server.url, ...options });
  await watched.page.goto(`${served.server.url}${path}`);
  return watched;
};
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).first().waitFor();
/** As the page's own switch does; what the machine says reaches a page a while later. */
const wear = (page: Page, theme: string) => page.evaluate(`document.documentElement.dataset.theme = ${JSON.stringify(theme)}`);
/** Turns that are still being fetched, or stand in one another's place. */
const unsettled = (page: Page) => page.evaluate<number>(`document.querySelectorAll(".skeleton").length + [...document.querySelectorAll(".turn-place")].map((one) => one.getBoundingClientRect()).sort((a, b) => a.top - b.top).filter((box, at, all) => all[at + 1] && box.bottom > all[at + 1].top + 1).length`);
/** The machine may be busy. */
const soon = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 10_000, interval: 50 });
const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

const views: Record<string, { path: string; shows: string }> = {
  sessions: { path: "/", shows: ".session-row:not(.head)" },
  flow: { path: "/sessions/plain?turn=6", shows: ".flow-node.branch" },
  issues: { path: "/sessions/looping?lens=issues&issue=0", shows: ".issue-list .chosen" },
  score: { path: "/sessions/looping?lens=score", shows: ".lens" },
  pace: { path: "/sessions/looping?lens=pace", shows: ".lens .turn-bars" },
  relay: { path: "/sessions/plain?lens=relay", shows: ".lens" },
  players: { path: "/sessions/leaky?lens=players&as=1", shows: ".eyes-note" },
  branches: { path: "/sessions/plain?lens=branches", shows: ".branch-tree" },
  compare: { path: "/compare?sessions=plain,plain-rushed", shows: "main h1" },
  matrices: { path: "/matrices", shows: "main a[href*='small']" },
  matrix: { path: "/matrices/small?story=innsmouth&prompt=baseline&narrator=house", shows: ".cell-sessions table" },
  failures: { path: "/failures", shows: ".issue-entry" },
  retrieval: { path: "/retrieval", shows: ".health" },
  test: { path: "/retrieval/tests/V2-GR-001", shows: ".test-page .score-line" },
  nowhere: { path: "/sessions/nobody", shows: "[role=alert]" },
};

describe.each(Object.keys(views))("%s", (name) => {
  test("can be read by everybody, in light and dark, and is as wide as the screen", async () => {
    const { path, shows } = views[name]!;
    await using watched = await openPage(browser, { home: served.server.url, ignore: name === "nowhere" ? /404/ : /^$/ });
    const { page } = watched;
    await page.goto(`${served.server.url}${path}`);
    await page.locator(shows).first().waitFor();
    await soon(() => unsettled(page)).toBe(0);
    for (const theme of ["light", "dark"]) {
      await wear(page, theme);
      await page.screenshot({ path: join(pictures, `${name}-1280-${theme}.png`) });
      // In the page itself: without frames there is nothing to gather in another.
      const { violations } = await new AxeBuilder({ page: page as never }).setLegacyMode().options({ resultTypes: ["violations"] }).analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(serious.map(({ id, nodes }) => `${theme}, ${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} (${failureSummary?.split("\n").slice(1).join("; ").trim()})`).slice(0, 3).join(" | ")}`)).toEqual([]);
    }
    expect(await spill(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: NARROW, height: 844 });
    await page.locator("main").waitFor();
    await soon(() => unsettled(page)).toBe(0);
    for (const theme of ["dark", "light"]) {
      await wear(page, theme);
      await page.screenshot({ path: join(pictures, `${name}-${NARROW}-${theme}.png`) });
    }
    expect(await spill(page)).toBeLessThanOrEqual(0);
  });
});

describe("from the overview", () => {
  test("to a session, its turns, a player's eyes, and two of its branches side by side", async () => {
    await using watched = await open("/");
    const { page } = watched;
    await page.locator("a.session-row[href$='/sessions/plain']").click();
    await heading(page, /innsmouth/);
    await page.locator(".flow-node", { hasText: "Pulse 2" }).first().click();
    const turn = page.locator("article.turn.current");
    await soon(() => turn.getAttribute("aria-label")).toMatch(/Turn \d+/);
    await soon(() => page.url()).toMatch(/turn=\d+/);
    await page.locator(".eyes select").selectOption("1");
    await page.locator(".eyes-note").waitFor();
    await page.getByRole("button", { name: "Show everything" }).click();
    await tab(page, "Branches");
    for (const id of ["plain", "plain-rushed"]) await page.getByLabel(`Compare ${id}`, { exact: true }).check();
    await page.getByRole("link", { name: /Compare/ }).last().click();
    await soon(() => page.url()).toContain("/compare");
    await page.getByText(/turn 7/i).first().waitFor();
  });

  test("to a matrix, a cell of it, and a session of the cell", async () => {
    await using watched = await open("/");
    const { page } = watched;
    await page.getByRole("link", { name: "Matrices" }).click();
    await page.locator("main a[href*='small']").first().click();
    await page.locator(".heat-cell").first().click();
    await page.locator(".cell-sessions tbody a").first().click();
    await soon(() => decodeURIComponent(page.url())).toContain("/sessions/small~0001");
    await page.locator("article.turn").first().waitFor();
  });

  test("to a failure, its turn, and the words that show it", async () => {
    await using watched = await open("/");
    const { page } = watched;
    await page.getByRole("link", { name: "Failures" }).click();
    await page.locator(".issue-entry").first().click();
    await soon(() => page.url()).toMatch(/\/sessions\/.+turn=\d+/);
    await page.locator(".issue-list .chosen").waitFor();
    await page.locator("article.turn mark").first().waitFor();
  });

  test("to a test of retrieval, which is run from the page", async () => {
    await using watched = await open("/");
    const { page } = watched;
    await page.getByRole("link", { name: "Retrieval" }).click();
    await page.locator("a[href*='/retrieval/tests/V2-GR-001']").first().click();
    await page.getByRole("button", { name: "Run this test" }).click();
    await page.getByRole("status").filter({ hasText: /^Done: 1 test/ }).waitFor();
  });
});

test("light or dark as the machine says, until the switch says otherwise", async () => {
  await using watched = await open("/");
  const { page } = watched;
  const ink = () => page.evaluate<string>("getComputedStyle(document.body).color");
  const light = await ink();
  await page.emulateMedia({ colorScheme: "dark" });
  await soon(ink).not.toBe(light);
  await page.getByRole("button", { name: /^Colours/ }).click();
  await soon(ink).toBe(light);
});

test("with the keyboard alone: list, session, turn, issue, and back", async () => {
  await using watched = await open("/");
  const { page } = watched;
  const { keyboard } = page;
  await page.locator("a.session-row").first().waitFor();
  const focused = () => page.evaluate<string>("document.activeElement?.getAttribute('href') ?? document.activeElement?.className ?? ''");
  await keyboard.press("Tab");
  expect(await focused()).toBe("#main");
  for (let steps = 0; !(await focused()).endsWith("/looping") && steps < 12; steps++) {
    const before = await focused();
    await keyboard.press("j");
    await soon(focused).not.toBe(before);
  }
  await keyboard.press("Enter");
  await page.locator("article.turn").first().waitFor();
  await keyboard.press("j");
  await soon(() => page.locator("article.turn.current").getAttribute("aria-label")).toBe("Turn 2");
  await keyboard.press("n");
  await soon(() => page.url()).toMatch(/issue=0/);
  await page.locator("article.turn mark").first().waitFor();
  await keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await keyboard.press("Escape");
  await soon(() => page.getByRole("dialog").isVisible()).toBe(false);
  await page.goBack();
  await page.locator("a.session-row").first().waitFor();
});

test("a replay is started from the page, and its branches grow in it", async () => {
  await using watched = await open("/sessions/looping?turn=4&lens=branches");
  const { page } = watched;
  const branches = page.locator(".branch-tree li");
  await page.locator("article.turn").first().waitFor();
  expect(await branches.count()).toBe(1);
  await page.getByRole("button", { name: "Replay from turn 4", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Number of branches").fill("2");
  await dialog.getByLabel("Turns in each").fill("2");
  await dialog.getByRole("button", { name: "Replay", exact: true }).click();
  await soon(() => branches.count()).toBe(3);
  await page.locator(".job").getByText("done").waitFor();
  await soon(() => branches.last().innerText()).toMatch(/turns 5 to 6/);
  await branches.last().getByRole("link").click();
  await page.locator("article.turn", { has: page.locator("header") }).first().waitFor();
});

test("a stream of events that is cut is taken up again: nothing that happened meanwhile is missing", async () => {
  await using proxy = await startCuttingProxy();
  await using behind = await serveWorkspace(workspace, { allowHosts: [`127.0.0.1:${proxy.port}`] });
  proxy.leadTo(behind.server.port);
  const home = `http://127.0.0.1:${proxy.port}`;
  await using watched = await openPage(browser, { home, ignore: /ERR_|Failed to load/ });
  const { page } = watched;
  await page.goto(`${home}/sessions/leaky?lens=branches`);
  await page.locator(".connection.open").waitFor();
  const resumed: string[] = [];
  page.on("request", (request) => void (request.url().includes("/api/events") && request.allHeaders().then((headers) => resumed.push(headers["last-event-id"] ?? ""))));
  proxy.cut();
  await page.locator(".connection.lost").waitFor();
  const { status } = await behind.ask("/api/replays", { json: { session: "leaky", turn: 4, turns: 1, narrator: "house" } });
  expect(status).toBe(202);
  proxy.mend();
  await page.locator(".connection.open").waitFor();
  await soon(() => page.locator(".branch-tree li").count()).toBe(2);
  expect(resumed.length).toBeGreaterThan(0);
});
