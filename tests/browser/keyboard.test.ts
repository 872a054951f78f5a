/** Everything works without a mouse: skip links, shortcuts for every view, and a focus that is never lost. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { writeIssues } from "./large-sessions.ts";
import { openViewer, reading, soon, turn } from "./open-viewer.ts";
import { inPage } from "./watched-page.ts";

const viewer = openViewer();
beforeAll(() => writeIssues(join(viewer.workspace.sessions, "leaky"), 40));
/** Its address, its id, or the first of its words. */
const focused = (page: Page) =>
  page.evaluate<string>(
    "((at) => at?.getAttribute('href') || at?.id || (at?.textContent ?? '').slice(0, 60))(document.activeElement)",
  );
const focusedRow = (page: Page) =>
  page.evaluate<string | null>(
    "document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? null",
  );
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** From the content back to the bar above it; never further than a person would. */
async function backTo(page: Page, wanted: RegExp, most = 12): Promise<void> {
  for (let steps = 0; steps < most && !wanted.test(await focused(page)); steps++)
    await press(page, "Shift+Tab");
  expect(await focused(page)).toMatch(wanted);
}

test("the first tab stop skips to the content; from there every view is a few keys away", async () => {
  await using watched = await viewer.open("/");
  const { page } = watched;
  await page.locator(".session-row a.title").first().waitFor();
  await press(page, "Tab");
  expect(await focused(page)).toBe("#main");
  await press(page, "Enter");
  await soon(() => focused(page)).toBe("main");
  for (const [place, heading] of [
    ["experiments", "Experiments"],
    ["failures", "Failures"],
    ["retrieval", "Retrieval"],
    ["sessions", "Sessions"],
  ]) {
    await backTo(page, new RegExp(`^/${place}$`));
    await press(page, "Enter");
    await page.getByRole("heading", { name: heading!, level: 1 }).waitFor();
    // Screen readers announce a new page from its start.
    await soon(() => focused(page)).toBe("main");
  }
});

test("list, session, turn, issue, help, and back", async () => {
  await using watched = await viewer.open("/");
  const { page } = watched;
  await page.locator(".session-row a.title").first().waitFor();
  for (let steps = 0; !(await focused(page)).endsWith("/looping") && steps < 12; steps++) {
    const before = await focusedRow(page);
    await press(page, "j");
    await soon(() => focusedRow(page)).not.toBe(before);
  }
  await press(page, "Enter");
  // It opens at its first finding, whose quote is marked and in sight.
  const marked = page.locator("article.turn.current mark.chosen").first();
  await marked.waitFor();
  const at = Number((await reading(page))?.split(" ")[1]);
  expect(at).toBeGreaterThan(1);
  await press(page, "k");
  await soon(() => reading(page)).toBe(`Turn ${at - 1}`);
  await press(page, "j");
  await soon(() => reading(page)).toBe(`Turn ${at}`);
  await press(page, "n");
  await soon(() => page.url()).toMatch(/issue=\d/);
  await marked.waitFor();
  await press(page, "?");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  // The page's shortcuts do nothing behind the dialog.
  const before = await reading(page);
  await press(page, "j", "Escape");
  await soon(() => dialog.isVisible()).toBe(false);
  expect(await reading(page)).toBe(before);
  await page.goBack();
  await page.locator(".session-row a.title").first().waitFor();
});

test("rows keep the focus through j and k, at any distance and speed", async () => {
  await using watched = await viewer.open("/failures");
  const { page } = watched;
  await page.locator(".issue-row").first().waitFor();
  const rows = Number((await page.locator(".page-head [role=status]").innerText()).split(" ")[0]);
  expect(rows).toBeGreaterThan(40);
  for (let row = 0; row < rows; row++) await press(page, "j");
  await soon(() => focusedRow(page)).toBe(String(rows - 1));
  await press(page, "k", "k");
  await soon(() => focusedRow(page)).toBe(String(rows - 3));
  expect(await inPage<boolean>(page, "isInWindow", ":focus")).toBe(true);
  await press(page, "ArrowUp");
  await soon(() => focusedRow(page)).toBe(String(rows - 4));
  // All in one go: the focus has no time to follow.
  await page.evaluate(
    "for (let times = 0; times < 3; times++) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))",
  );
  await soon(() => focusedRow(page)).toBe(String(rows - 1));
  await press(page, "Enter");
  await page.locator(".issue-list .chosen").waitFor();
});

test("in a session, skip links lead to the transcript, and the flow is one tab stop with arrow keys", async () => {
  await using watched = await viewer.open("/sessions/plain?turn=3");
  const { page } = watched;
  await turn(page, 3).locator(".narration").first().waitFor();
  await press(page, "Tab", "Enter", "Tab", "Enter");
  await soon(() => focused(page)).toBe("transcript");
  await press(page, "End");
  await soon(() => turn(page, 14).isVisible()).toBe(true);
  await press(page, "j");
  await soon(() => focused(page)).toBe("transcript");

  await page.locator("#lens-flow").focus();
  await press(page, "ArrowRight");
  await soon(() => page.getByRole("tab", { selected: true }).innerText()).toMatch(/^Findings/);
  await press(page, "ArrowLeft");
  await press(page, "Tab", "Tab");
  expect(await page.locator(".flow-node[tabindex='0']").count()).toBe(1);
  const box = () => page.evaluate<string>("document.activeElement.dataset.box ?? ''");
  const first = await box();
  expect(first).not.toBe("");
  await press(page, "Home");
  const home = await box();
  await press(page, "ArrowDown");
  await soon(box).not.toBe(home);
  const down = await box();
  await press(page, "Enter");
  const number = (await page.locator(`[data-box="${down}"] .flow-turn`).innerText()).split("–")[0];
  await soon(() => reading(page)).toBe(`Turn ${number}`);
  expect(await box()).toBe(down);
});
