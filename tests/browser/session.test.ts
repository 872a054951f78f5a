/** A session in the browser: reached from the list, its flow, transcript and issues, and a session with an unreadable turn. */
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { SessionView, TurnPage } from "../../src/contract/index.ts";
import { openViewer, reading, soon, tab, turn } from "./open-viewer.ts";

const viewer = openViewer();
const viewOf = async (id: string) =>
  (await viewer.served.ask(`/api/sessions/${id}`)).json as unknown as SessionView;

/** Does any part of it lie within the transcript's visible part? */
const isInSight = (page: Page, selector: string) =>
  page.evaluate<boolean>(
    `((one) => one !== null && ((box, within) => box.bottom > within.top && box.top < within.bottom)(one.getBoundingClientRect(), document.querySelector("#transcript").getBoundingClientRect()))(document.querySelector(${JSON.stringify(selector)}))`,
  );

beforeAll(() => {
  const dir = join(viewer.workspace.sessions, "cut");
  cpSync(join(viewer.workspace.sessions, "plain"), dir, { recursive: true });
  rmSync(join(dir, "session.json"));
  writeFileSync(join(dir, "turn-5.json"), "{ cut off");
});

test("the list is searched, and opens a session with synchronised flow and transcript", async () => {
  await using watched = await viewer.open("/");
  const { page } = watched;
  const rows = page.locator("a.session-link");
  // The session it branched from is shown with the branch that matches.
  const status = page.locator(".page-head [role=status]");
  await soon(() => rows.count()).toBe(5);
  await page.getByRole("searchbox", { name: "Search" }).fill("looping");
  await soon(() => rows.count()).toBe(2);
  await soon(() => status.innerText()).toBe("2 sessions");
  const branches = page.getByRole("button", { name: /^1 of 2 branches of plain/ });
  await branches.click();
  await soon(() => rows.count()).toBe(3);
  expect(await rows.nth(1).innerText()).toMatch(/from turn 7, narrator: .*house\/looping/);
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await soon(() => rows.count()).toBe(7);
  await page.getByRole("button", { name: "All sessions", pressed: false }).click();
  await soon(() => rows.count()).toBe(8);
  const turnsHead = page.getByRole("columnheader", { name: "Turns" });
  await turnsHead.getByRole("button").click();
  await soon(() => turnsHead.getAttribute("aria-sort")).toBe("descending");
  await soon(async () => (await rows.last().getAttribute("href"))!).toMatch(/small~/);
  await page.getByRole("button", { name: "My sessions" }).click();
  await page.locator("a.session-link[href$='/sessions/plain']").click();
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

test("private moments are beside the flow, branches collapse, and issues are marked at their turn", async () => {
  await using watched = await viewer.open("/sessions/plain?turn=6");
  const { page } = watched;
  const branches = page.locator(".flow-node.branch");
  await soon(() => branches.count()).toBe(2);
  const fork = page.locator(".flow-node.fork");
  await fork.click();
  await soon(() => branches.count()).toBe(0);
  expect(await fork.getAttribute("aria-expanded")).toBe("false");
  await fork.click();
  await soon(() => branches.count()).toBe(2);

  // No box covers another, as drawn: long texts are cut.
  const boxes = await page.evaluate<
    Array<{ x: number; y: number; right: number; bottom: number; text: string }>
  >(
    "[...document.querySelectorAll('.flow-node')].map((box) => ((at) => ({ x: at.x, y: at.y, right: at.right, bottom: at.bottom, text: box.textContent }))(box.getBoundingClientRect()))",
  );
  expect(boxes.length).toBeGreaterThan(8);
  const covered = boxes.flatMap((a, at) =>
    boxes.slice(at + 1).filter((b) => a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom),
  );
  expect(covered).toEqual([]);

  const moment = page.locator(".flow-node.moment").first();
  const number = Number(await moment.locator(".flow-turn").innerText());
  // It may be further along the flow than what is in sight.
  await moment.dispatchEvent("click");
  await soon(() => reading(page)).toBe(`Turn ${number}`);
  await turn(page, number).locator(".narration.private").first().waitFor();

  await page.goto(`${viewer.served.server.url}/sessions/looping`);
  const { result } = await viewOf("looping");
  await page.locator(".flow-issues").first().waitFor();
  const marked = await page.locator(".flow-node.beat:has(.flow-issues) .flow-turn").allInnerTexts();
  for (const { turn: at } of result.issues)
    expect(
      marked.some((span) => Number(span.split("–")[0]) <= at && at <= Number(span.split("–").at(-1))),
    ).toBe(true);
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
  const note = here.getByRole("complementary", { name: new RegExp(first.kind) }).first();
  for (const text of [first.severity, first.description, first.source, "confirmed"])
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

test("words are found in every turn, by the page's search and by the browser's own", async () => {
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
  expect(
    await page.evaluate(
      `((one) => [one.checkVisibility({ visibilityProperty: true }), getComputedStyle(one.closest(".turn-place")).contentVisibility])(document.querySelector('[aria-label="Turn ${last.turn}"] .narration'))`,
    ),
  ).toEqual([true, "auto"]);

  // The reader's notes are folded: a match unfolds them.
  const noted = turns.find(({ reading }) => reading?.digression.opened)!;
  await page.keyboard.press("/");
  await page.keyboard.type(noted.reading!.digression.opened!.about);
  const status = page.locator(".search-bar [role=status]");
  await soon(() => status.innerText()).toMatch(/^\d+ of \d+$/);
  await soon(() => page.url()).toContain("q=");
  const count = Number((await status.innerText()).split(" ").at(-1));
  const folded = turn(page, noted.turn).locator("details.reading-notes");
  for (let steps = 0; steps < count && (await folded.getAttribute("open")) === null; steps++)
    await page.keyboard.press("Enter");
  expect(await folded.getAttribute("open")).not.toBeNull();
  await page.getByRole("searchbox").fill(words);
  await soon(() => new URL(page.url()).searchParams.get("q")).toBe(words);
  expect(await status.innerText()).toMatch(/^1 of /);
  await soon(() => isInSight(page, `[aria-label="Turn ${last.turn}"]`)).toBe(true);
  await page.getByRole("searchbox").fill("nobody says this");
  await soon(() => status.innerText()).toBe("no match");
});

test("each lens shows its part of the session", async () => {
  await using watched = await viewer.open("/sessions/plain");
  const { page } = watched;
  const { turns, players, card, result } = await viewOf("plain");
  await soon(() => page.locator(".session-strip .turn-bars g").count()).toBe(turns.length);
  const header = await page.locator(".session-header").innerText();
  expect(header).toContain(`Beats told\n${card.pulses.detected}/${card.pulses.expected}`);
  expect(header).toContain(result.verdict!.headline);
  await tab(page, "Score");
  await soon(() => page.locator(".lens h2").first().innerText()).toBe(result.verdict!.headline);
  expect(await page.locator(".lens tbody tr").count()).toBe(result.issues.length);
  await tab(page, "Pace & cost");
  await soon(() => page.locator(".lens .turn-bars").first().locator("g").count()).toBe(turns.length);
  await tab(page, "Players");
  for (const { name } of players) await page.locator(".player-list").getByRole("heading", { name }).waitFor();
  await tab(page, "Branches");
  await soon(() => page.locator(".branch-tree li").count()).toBe(3);
});

test("a turn shows reactions, tellings of secrets, and how the spokesperson relayed it", async () => {
  const { turns } = (await viewer.served.ask("/api/sessions/plain/turns?limit=200"))
    .json as unknown as TurnPage;
  const shown = {
    crossTalk: turns.find(({ crossTalk }) => crossTalk)!,
    tells: turns.find(({ players }) => players.some(({ tells }) => tells))!,
    noise: turns.find(({ relay }) => relay?.noise && relay.noise !== "faithful")!,
  };
  for (const [what, { turn: number, crossTalk = [], players, relay }] of Object.entries(shown)) {
    await using watched = await viewer.open(`/sessions/plain?turn=${number}`);
    const article = turn(watched.page, number);
    const texts = {
      crossTalk: crossTalk.map(({ says }) => says),
      tells: players.flatMap(({ says, tells }) =>
        tells ? [says, `tells what only they knew (turn ${tells.join(", ")})`] : [],
      ),
      noise: [relay!.noise!],
    }[what as keyof typeof shown];
    expect(texts).not.toEqual([]);
    for (const text of texts) await soon(() => article.textContent()).toContain(text);
  }
});

test("a session with an unreadable turn opens, names the file, and shows the turns before it", async () => {
  await using watched = await viewer.open("/");
  const { page } = watched;
  const row = page.locator(".session-row", { has: page.locator("[href$='/sessions/cut']") });
  await row.locator(".badge", { hasText: "unreadable after turn 4" }).waitFor();
  await row.getByRole("link").click();
  const note = page.locator(".unreadable-note");
  await note.getByText("turn-5.json cannot be used").waitFor();
  await turn(page, 1).locator(".narration").first().waitFor();
  expect(await page.locator("[role=alert]").count()).toBe(0);
  await page.goto(`${viewer.served.server.url}/sessions/plain`);
  await turn(page, 1).locator(".narration").first().waitFor();
  expect(await note.count()).toBe(0);
});
