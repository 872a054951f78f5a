/** A session in the browser: reached from the list, its flow, transcript and issues, and a session with an unreadable turn. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { SessionView, TurnPage } from "../../src/contract/index.ts";
import { openViewer, reading, soon, turn } from "./open-viewer.ts";
import { inPage } from "./watched-page.ts";

const viewer = openViewer();
const viewOf = async (id: string) =>
  (await viewer.served.ask(`/api/sessions/${id}`)).json as unknown as SessionView;

/** Does any part of it lie within the transcript's visible part? */
const isInSight = (page: Page, selector: string) => inPage<boolean>(page, "isInTranscript", selector);

test("the list is searched, and opens a session with synchronised flow and transcript", async () => {
  await using watched = await viewer.open("/");
  const { page } = watched;
  const rows = page.locator(".session-row a.title");
  const status = page.locator(".page-head [role=status]");
  await soon(() => rows.count()).toBe(5);
  await page.keyboard.press("/");
  await page.keyboard.type("looping");
  await soon(() => rows.count()).toBe(2);
  await soon(() => status.innerText()).toBe("2 sessions");
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await page.getByRole("button", { name: "All", exact: true, pressed: false }).click();
  await soon(() => rows.count()).toBe(7);
  await page.getByRole("button", { name: "Own", exact: true }).click();
  await page.locator(".session-row a.title[href$='/sessions/plain']").click();
  await page.getByRole("heading", { name: /innsmouth/ }).waitFor();

  const box = page.locator(".flow-node.beat.pulse").nth(1);
  const number = await box.locator(".flow-turn").innerText();
  await box.click();
  await soon(() => reading(page)).toBe(`Turn ${number}`);
  await soon(() => page.url()).toContain(`turn=${number}`);
  await soon(() => turn(page, Number(number)).isVisible()).toBe(true);
  expect(await box.getAttribute("aria-current")).toBe("true");

  // And back: the flow follows the reader's position.
  await page.locator("#transcript").press("End");
  await soon(() =>
    page.locator(".flow-node.beat:is(.current, .near) .flow-turn").last().innerText(),
  ).not.toBe(number);
  const { turns } = await viewOf("plain");
  await turn(page, turns.at(-1)!.turn).waitFor();
});

test("a session with a finding opens at it, with a note that leads to the other side and back", async () => {
  await using watched = await viewer.open("/sessions/looping");
  const { page } = watched;
  const { issues } = (await viewOf("looping")).result;
  const first = issues.find(({ severity }) => severity === "error") ?? issues[0]!;
  const other = first.evidence.find((quote) => quote.turn !== first.turn)!;
  await soon(() => reading(page)).toBe(`Turn ${first.turn}`);
  const here = turn(page, first.turn);
  await soon(() => isInSight(page, `[aria-label="Turn ${first.turn}"] mark.chosen`)).toBe(true);
  const note = here.getByRole("note", { name: new RegExp(first.kind) }).first();
  for (const text of [first.severity, first.description, "the house reader (planted fault)"])
    expect(await note.innerText()).toContain(text);
  await note.getByRole("button", { name: `Turn ${other.turn}` }).click();
  await soon(() => reading(page)).toBe(`Turn ${other.turn}`);
  await soon(() => isInSight(page, `[aria-label="Turn ${other.turn}"] mark.chosen`)).toBe(true);
  await turn(page, other.turn).locator(".other-end.chosen").first().click();
  await soon(() => reading(page)).toBe(`Turn ${first.turn}`);
  // The first screen says what is wrong and what to do.
  const summary = page.locator(".session-summary");
  expect(await summary.innerText()).toContain(first.description);
  expect(await summary.getByRole("link").getAttribute("href")).toMatch(
    new RegExp(`^/sessions/looping/edit\\?turn=${first.turn}`),
  );
});

test("the browser's own search finds words in every turn", async () => {
  const { turns } = (await viewer.served.ask("/api/sessions/plain/turns?limit=200"))
    .json as unknown as TurnPage;
  const last = turns.at(-1)!;
  const words = last.narration
    .flatMap(({ text }) => text.match(/[\w ,]{30,}/g) ?? [])
    .map((part) => part.trim())
    .find((part) => turns.every((one) => one === last || !JSON.stringify(one).includes(part)))!;
  await using watched = await viewer.open("/sessions/plain?turn=1");
  const { page } = watched;
  await soon(() => page.locator("article.turn").count()).toBe(turns.length);
  // Out of sight, but in the page: `auto` keeps it available to the browser's own search, `hidden` would not.
  expect(await isInSight(page, `[aria-label="Turn ${last.turn}"]`)).toBe(false);
  expect(await turn(page, last.turn).textContent()).toContain(words);
  expect(await turn(page, last.turn).isVisible()).toBe(true);
  expect(
    await page.evaluate(
      `getComputedStyle(document.querySelector('.turn-place[data-turn="${last.turn}"]')).contentVisibility`,
    ),
  ).toBe("auto");
});

test("a turn of the parent is replayed from the parent", async () => {
  await using watched = await viewer.open("/sessions/plain-looping?turn=3");
  const { page } = watched;
  await page.getByRole("button", { name: "Edit and replay turn 3", exact: true }).first().click();
  await page.getByText("Turn 3 was played by the parent of this branch.").waitFor();
  await page.getByRole("link", { name: "Edit and replay turn 3 of the parent" }).click();
  await soon(() => page.url()).toMatch(/sessions\/plain\/edit\?turn=3/);
  await page.getByRole("button", { name: "Replay one branch" }).waitFor();
});
