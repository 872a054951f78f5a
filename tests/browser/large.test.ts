/** A session of a thousand turns and a table of ten thousand rows: only the visible part is drawn. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { writeIssues, writeLongSession } from "./large-sessions.ts";
import { openViewer, reading, soon, turn } from "./open-viewer.ts";
import { makeViewerWorkspace } from "./viewer-workspace.ts";
import { inPage } from "./watched-page.ts";

const [LONG, ISSUES] = [1_000, 10_000];

const viewer = openViewer({
  async make() {
    const workspace = await makeViewerWorkspace();
    const from = join(workspace.sessions, "plain");
    await writeLongSession({ from, to: join(workspace.sessions, "long"), turns: LONG });
    writeIssues(join(workspace.sessions, "looping"), ISSUES);
    return workspace;
  },
});

/** Nothing but the turns and their bars may grow with a session. */
const drawn = (page: Page) => inPage<{ turns: number; boxes: number; others: number }>(page, "drawn");
const isLittle = async (page: Page) => {
  const { turns, boxes, others } = await drawn(page);
  expect(turns).toBeGreaterThan(0);
  expect(
    { turns: turns <= 20, boxes: boxes <= 80, others: others <= 2_500 },
    JSON.stringify({ turns, boxes, others }),
  ).toEqual({ turns: true, boxes: true, others: true });
};
const inSight = (page: Page, number: number) =>
  soon(() => inPage<boolean>(page, "isInTranscript", `[aria-label="Turn ${number}"]`)).toBe(true);

test("a thousand turns can be scrolled from end to end, and only nearby ones are laid out", async () => {
  await using watched = await viewer.open("/sessions/long");
  const { page } = watched;
  await turn(page, 1).locator(".narration").first().waitFor();
  await soon(() => page.locator(".turn-place").count()).toBe(LONG);
  await isLittle(page);
  const transcript = page.locator("#transcript");
  await transcript.press("End");
  await inSight(page, LONG);
  await isLittle(page);
  await transcript.press("Home");
  await inSight(page, 1);
  await isLittle(page);
  await transcript.hover();
  for (let steps = 0; steps < 10; steps++) await page.mouse.wheel(0, 4_000);
  // Until the wheel has come to rest: the same turn in six looks.
  let before = 0;
  let looks = 0;
  await soon(async () => {
    const now = Number((await reading(page))?.split(" ")[1]);
    looks = now === before ? looks + 1 : 0;
    before = now;
    return looks > 5 && now > 20;
  }).toBe(true);
  await isLittle(page);
  await page.keyboard.press("j");
  await soon(() => reading(page)).toBe(`Turn ${before + 1}`);
  await inSight(page, before + 1);
  // A link into the middle opens there, in the flow as well.
  await page.goto(`${viewer.served.server.url}/sessions/long?turn=501`);
  await inSight(page, 501);
  await page.locator(".flow-node.beat:is(.current, .near)").first().waitFor();
  for (let times = 0; times < 12; times++) await page.keyboard.press("j");
  await soon(() => reading(page)).toBe("Turn 513");
  await soon(() => page.locator(".flow-node.beat:is(.current, .near) .flow-turn").first().innerText()).toBe(
    "513",
  );
  await isLittle(page);
});

test("a session of a thousand turns shows its first turns before the others are fetched", async () => {
  const held = Promise.withResolvers<void>();
  const others = (page: Page) =>
    page.route(/\/turns\?from=(?!1&)/, async (route) => {
      await held.promise;
      await route.continue();
    });
  await using watched = await viewer.open("/sessions/long", { before: others });
  const { page } = watched;
  await turn(page, 1).locator(".narration").first().waitFor();
  expect(await page.locator("article.turn").count()).toBe(50);
  held.resolve();
  await soon(() => page.locator("article.turn").count()).toBe(LONG);
});

test("ten thousand failures: filters, keys and wheel work, and the page renders a few rows", async () => {
  await using watched = await viewer.open("/failures?view=all");
  const { page } = watched;
  const rows = page.locator(".issue-row");
  const status = page.locator(".page-head [role=status]");
  await rows.first().waitFor();
  const total = Number((await status.innerText()).replaceAll(/\D/g, ""));
  expect(total).toBeGreaterThan(ISSUES);
  const isFew = async () => expect(await rows.count()).toBeLessThanOrEqual(60);
  await isFew();
  // Down to rows that were not among the first page of the server's.
  const lowest = () =>
    page.evaluate<number>(
      "Math.max(...[...document.querySelectorAll('[data-row]')].map((row) => Number(row.dataset.row)))",
    );
  await soon(async () => {
    await page.mouse.wheel(0, 20_000);
    return lowest();
  }).toBeGreaterThan(450);
  await isFew();
  await page.evaluate("scrollTo(0, 0)");
  await page.getByRole("combobox", { name: "Severity" }).selectOption("error");
  const errors = (await viewer.served.ask("/api/issues?severity=error&limit=1")).json as unknown as {
    total: number;
  };
  await soon(() => status.innerText()).toBe(`${errors.total.toLocaleString("en")} findings`);
  expect(errors.total).toBeLessThan(total / 2);
  await soon(() => page.locator(".issue-row .badge").allInnerTexts()).not.toContain("warning");
  await isFew();
});
