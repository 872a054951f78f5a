/**
 * Every view of a crowded workspace is accessible in light and dark, and fits the width of the screen, wide or a
 * phone's. `node docs/screenshots.ts` takes pictures.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCrowdedWorkspace, type CrowdedWorkspace } from "./crowded-workspace.ts";
import { NARROW, openViewer, soon, tab } from "./open-viewer.ts";
import { inPage, spill, type WatchedPage } from "./watched-page.ts";

const WIDE = 1440;
let crowded: CrowdedWorkspace;
const viewer = openViewer({ make: async () => (crowded = await makeCrowdedWorkspace()) });
let watched: WatchedPage;
beforeAll(async () => {
  const cut = join(viewer.workspace.sessions, "cut");
  cpSync(join(viewer.workspace.sessions, "leaky"), cut, { recursive: true });
  writeFileSync(join(cut, "turn-5.json"), "{ cut off");
  const test = join(viewer.workspace.dir, "ab", crowded.ab);
  const broken = join(viewer.workspace.dir, "ab", "broken");
  cpSync(test, broken, { recursive: true });
  writeFileSync(join(broken, "ab.json"), "{ cut off");
  expect((await viewer.served.ask("/cli/test-harness?target=offline")).status).toBe(200);
  watched = await viewer.open("/", { ignore: /40[04]/, before: (page) => page.addInitScript(axe) });
});
afterAll(() => watched?.[Symbol.asyncDispose]());

/** As the page's own switch does; what the machine says reaches a page a while later. */
const wear = (page: Page, theme: string) =>
  page.evaluate(`document.documentElement.dataset.theme = ${JSON.stringify(theme)}`);
/** The first of what is wrong with the layout. */
const layout = (page: Page, what: "overlaps" | "unreachable") => inPage<string[]>(page, what);
const unsettled = (page: Page) => inPage<number>(page, "unsettled");

/** The script is injected once per page; the package that drives it would inject it for every check. */
const axe = readFileSync(
  createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve(
    "axe-core/axe.min.js",
  ),
  "utf8",
);

type Violation = { id: string; nodes: Array<{ target: string[]; failureSummary?: string }> };

/** What axe finds. It looks from the top of the page: what is scrolled under the bar that stays on top counts as covered. */
async function faults(page: Page): Promise<string[]> {
  const options = { resultTypes: ["violations"], preload: false };
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `scrollTo(0, 0), axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(
          ({ target, failureSummary }) =>
            `${target.join(" ")} (${failureSummary?.split("\n").slice(1).join("; ").trim()})`,
        )
        .slice(0, 3)
        .join(" | ")}`,
  );
}

const views: Record<string, { path: string | (() => string); shows: string }> = {
  sessions: { path: "/sessions", shows: ".session-row a.title" },
  "all-sessions": { path: "/sessions?view=all", shows: ".session-row a.title" },
  flow: { path: "/sessions/plain?turn=6", shows: ".flow-node.fork" },
  issues: { path: "/sessions/looping?lens=issues&issue=0", shows: ".issue-list .chosen" },
  score: { path: "/sessions/looping?lens=score", shows: ".lens .facts" },
  players: { path: "/sessions/leaky?lens=players&as=1", shows: ".eyes-note" },
  texts: { path: "/sessions/looping?lens=texts", shows: ".used-text pre" },
  edit: { path: "/sessions/looping/edit?turn=7&issue=0", shows: ".estimate-cost" },
  branches: { path: "/sessions/plain?lens=branches", shows: ".branch-tree" },
  unreadable: { path: "/sessions/cut", shows: ".unreadable-note" },
  "start-session": { path: "/start?narrator=grok-4", shows: ".estimate-problem" },
  "start-matrix": { path: "/start?kind=matrix", shows: ".estimate-cost" },
  "start-ab": {
    path: "/start?kind=ab&checkpoint=plain/turn-4.json&b.narrator=house/looping",
    shows: ".start-page:has(.estimate-cost) .checkpoints input",
  },
  runs: { path: "/runs", shows: ".run-row, .state.empty" },
  compare: { path: "/compare?sessions=plain&sessions=plain-rushed", shows: ".turn-pair.parting" },
  experiments: { path: "/experiments", shows: "main a[href*='large']" },
  matrix: {
    path: "/matrices/large?story=innsmouth&prompt=baseline&narrator=house",
    shows: ".experiment-page tbody a",
  },
  ab: { path: () => `/ab/${crowded.ab}`, shows: "main tbody tr" },
  "unreadable-ab": { path: "/ab/broken", shows: "[role=alert]" },
  bisect: { path: () => `/bisects/${crowded.bisect}`, shows: "main h1" },
  failures: { path: "/failures", shows: ".issue-row" },
  retrieval: { path: "/retrieval", shows: ".score-panel" },
  test: { path: "/retrieval/tests/V2-GR-001", shows: ".test-page .score-panel" },
  nowhere: { path: "/sessions/nobody", shows: "[role=alert]" },
};

test.each(Object.keys(views))("%s", async (name) => {
  const { path, shows } = views[name]!;
  const { page } = watched;
  await page.setViewportSize({ width: WIDE, height: 900 });
  const address = `${viewer.served.server.url}${typeof path === "string" ? path : path()}`;
  await page.goto(address);
  await page.locator(shows).first().waitFor();
  await wear(page, "light");
  await soon(() => unsettled(page)).toBe(0);
  expect(await faults(page)).toEqual([]);
  await soon(() => layout(page, "overlaps")).toEqual([]);
  expect(await layout(page, "unreachable")).toEqual([]);
  await soon(() => spill(page)).toBeLessThanOrEqual(0);
  // A list measures its rows again after the width has changed.
  await page.setViewportSize({ width: NARROW, height: 844 });
  await soon(() => unsettled(page)).toBe(0);
  await wear(page, "dark");
  await soon(() => spill(page)).toBeLessThanOrEqual(0);
  await soon(() => layout(page, "overlaps")).toEqual([]);
  expect(await faults(page)).toEqual([]);
});

test("a damaged session says that it cannot be read from a turn on, and nothing of its end", async () => {
  await using watched = await viewer.open("/sessions/cut");
  await watched.page.getByText("This session cannot be read after turn 4.").waitFor();
  const header = await watched.page.locator(".session-header").innerText();
  expect(header).toMatch(/Outcome\s+unreadable\s+Turns\s+4$/);
  expect(header).not.toMatch(/score/i);
});

test("a link to what is read is copied with a key or a button; files are downloaded, but not in a player's view", async () => {
  await using watched = await viewer.open("/sessions/plain?turn=6", {
    before: (page) => page.addInitScript(axe),
  });
  const { page } = watched;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("article.turn.current .narration").first().waitFor();
  await page.keyboard.press("c");
  await page.getByText("Link to turn 6 copied").waitFor();
  expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(
    `${viewer.served.server.url}/sessions/plain?turn=6`,
  );
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Public page (HTML)" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("plain-public.html");
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await tab(page, "Players");
  await page
    .getByRole("button", { name: /^See as/ })
    .first()
    .click();
  await page.locator(".eyes-note").waitFor();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("heading", { name: "Link to" }).waitFor();
  expect(await page.getByText("Download").count()).toBe(0);
});

test("light or dark follows the system, until the switch overrides it", async () => {
  await using watched = await viewer.open("/");
  const { page } = watched;
  const ink = () => page.evaluate<string>("getComputedStyle(document.body).color");
  const light = await ink();
  await page.emulateMedia({ colorScheme: "dark" });
  await soon(ink).not.toBe(light);
  await page.getByRole("button", { name: /^Colours/ }).click();
  await soon(ink).toBe(light);
  await page.reload();
  await soon(ink).toBe(light);
});
