/** How a session is read in the page: branches by their own numbers, a player's eyes, damage, the keyboard, and a server that goes away. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionView, TurnPage } from "../../src/contract/playtest-api.ts";
import { branchSession, turnPath } from "../../src/playtest/index.ts";
import { makeWorkspace, serveWorkspace, type Served } from "../support/served-workspace.ts";
import { openBrowser } from "./chromium.ts";
import { playInto, type ViewerWorkspace } from "./viewer-workspace.ts";
import { openPage } from "./watched-page.ts";

let [workspace, served, browser] = [] as unknown as [ViewerWorkspace, Served, Browser];
beforeAll(async () => {
  const made = playInto(makeWorkspace(), [], async (play, harness, sessions) => {
    await play({ sessionId: "looping", narrator: "house/looping", turns: 10 });
    await play({ sessionId: "leaky", narrator: "house/leaky", turns: 9, players: 2 });
    for (const replicate of [0, 1]) await branchSession(harness, { checkpoint: turnPath(join(sessions, "looping"), 7), wish: { narrator: "house", turns: 2 }, replicate, out: sessions, sessionId: `branch-${replicate}` });
  });
  [workspace, browser] = await Promise.all([made, openBrowser()]);
  // Copies say of themselves that they are what they were copied from: branches stay with that.
  for (const name of ["half", "holed"]) cpSync(join(workspace.sessions, "looping"), join(workspace.sessions, name), { recursive: true });
  writeFileSync(join(workspace.sessions, "half", "session.json"), '{"version":1,');
  const turn = turnPath(join(workspace.sessions, "holed"), 5);
  writeFileSync(turn, readFileSync(turn, "utf8").slice(0, 200));
  served = await serveWorkspace(workspace);
}, 90_000);
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
  workspace?.[Symbol.dispose]();
  expect(served.bugs).toEqual([]);
});

const open = async (path: string, { width = 1280, home = served.server.url, ignore }: { width?: number; home?: string; ignore?: RegExp } = {}) => {
  const watched = await openPage(browser, { home, width, ...(ignore && { ignore }) });
  await watched.page.goto(`${home}${path}`);
  return watched;
};
const soon = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 10_000, interval: 50 });
const focused = (page: Page) => page.evaluate<string>("document.activeElement?.id || (document.activeElement?.textContent ?? '').slice(0, 60)");
const ready = (page: Page) => page.locator("article.turn .narration").first().waitFor();

describe("branches", () => {
  test("of the same change are told apart, and each number says which turns it covers", async () => {
    await using watched = await open("/sessions/looping?lens=branches");
    const lines = watched.page.locator(".branch-tree li");
    await soon(() => lines.count()).toBe(3);
    const [, first, second] = await lines.allInnerTexts();
    expect(first).toMatch(/After turn 7: narrator: house\/looping to house; the parent's dice/);
    expect(second).toMatch(/other dice \(1\)/);
    for (const line of [first, second]) expect(line).toMatch(/turns 8 to 9: \d+ issues?/);
  });

  test("do not count what their parent did: issues, tab, flow", async () => {
    await using watched = await open("/sessions/branch-1?lens=issues");
    const { page } = watched;
    await page.getByText(/in the turns that it took over from its parent/).waitFor();
    const own = await page.locator(".lens > .issue-list > li .issue-head .turn-number").allInnerTexts();
    expect(own.filter((turn) => Number(turn) <= 7)).toEqual([]);
    expect((await page.getByRole("tab", { name: /^Issues/ }).innerText()).replaceAll(/\s/g, "")).toBe(`Issues${own.length || ""}`);
    await page.getByText(/turns, pulses and score include the 7 turns of its parent/).waitFor();
    await page.getByRole("tab", { name: "Score" }).click();
    await page.getByRole("heading", { name: "By its own turns 8 to 9 alone" }).waitFor();
  });

  test("are compared by their own numbers, and where nothing is paired it is said why", async () => {
    await using watched = await open("/compare?sessions=looping,branch-1");
    const { page } = watched;
    await page.getByRole("heading", { name: "Each one's own numbers" }).waitFor();
    expect(await page.locator(".numbers thead").innerText()).toMatch(/turns 1–10\s+.*turns 8–9/s);
    await page.getByText(/same dice|the same number of branches/).first().waitFor();
  });

  test("a turn that was played in the parent is replayed from there", async () => {
    await using watched = await open("/sessions/branch-0?turn=3");
    const { page } = watched;
    await page.getByRole("button", { name: "Replay from turn 3", exact: true }).first().click();
    await page.getByRole("dialog").getByRole("link", { name: "Open it at turn 3" }).click();
    await soon(() => page.url()).toMatch(/sessions\/looping\?turn=3/);
  });
});

test("through a player's eyes nothing on the page is the harness's own", async () => {
  await using watched = await open("/sessions/leaky?as=0&lens=issues&issue=0");
  const { page } = watched;
  await page.locator(".eyes-note").waitFor();
  expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Flow", "Players"]);
  const text = await page.locator("main").innerText();
  expect(text).not.toMatch(/pulses|secret leak|leaky ·|house\/leaky|\$/);
  expect(await page.locator(".score-bar, .issue-mark, .flow-issues, .turn-bars .issue").count()).toBe(0);
  expect(await page.title()).not.toMatch(/house/);
  await page.getByRole("tab", { name: "Players" }).click();
  expect(await page.locator(".player-list > li").nth(1).innerText()).not.toMatch(/Backstory|house/);
});

test("a damaged session opens with what can be read, and says what is missing", async () => {
  {
    await using watched = await open("/sessions/half");
    await ready(watched.page);
    expect(await watched.page.locator(".damage-note").innerText()).toMatch(/session\.json/);
  }
  await using watched = await open("/sessions/holed?turn=6");
  await ready(watched.page);
  expect(await watched.page.locator(".damage-note").innerText()).toMatch(/turn-5\.json/);
  await watched.page.getByText("Turn 5 cannot be read.").waitFor();
  await watched.page.goto(`${served.server.url}/sessions`);
  await watched.page.locator("a.session-row", { hasText: "half" }).getByText("damaged").waitFor();
});

test.each([1280, 390])("a link to an issue opens it chosen and in sight, %d pixels wide", async (width) => {
  await using watched = await open("/sessions/looping?turn=9&lens=issues&issue=1", { width });
  const chosen = watched.page.locator(".issue-list .chosen");
  await chosen.waitFor();
  expect(await chosen.locator(".turn-number").innerText()).toBe("9");
  await soon(async () => (await chosen.boundingBox())?.y).toBeLessThan(700);
});

describe("with the keyboard", () => {
  test("two skip links lead to the transcript, and the flow is one stop that the arrows walk", async () => {
    await using watched = await open("/sessions/looping?turn=3");
    const { page } = watched;
    const { keyboard } = page;
    await ready(page);
    for (const key of ["Tab", "Enter", "Tab", "Enter"]) await keyboard.press(key);
    expect(await focused(page)).toBe("transcript");
    await page.locator("#lens-flow").focus();
    for (const key of ["Tab", "Tab"]) await keyboard.press(key);
    expect(await focused(page)).toMatch(/Pulse 1/);
    await keyboard.press("ArrowDown");
    await soon(() => focused(page)).toMatch(/Pulse 2/);
    await keyboard.press("ArrowUp");
    await soon(() => focused(page)).toMatch(/Pulse 1/);
    expect(await page.locator(".flow-node[tabindex='0']").count()).toBe(1);
  });

  test("rows are gone through as fast as keys are pressed", async () => {
    await using watched = await open("/sessions");
    const { page } = watched;
    await page.locator("a.session-row").first().waitFor();
    // All in one go: the focus has no time to follow.
    await page.evaluate("for (let times = 0; times < 5; times++) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))");
    await soon(() => page.evaluate("document.activeElement?.closest('[data-row]')?.getAttribute('data-row')")).toBe("4");
  });
});

test("a server that is stopped is told in words, and the page goes on when it is back", async () => {
  const first = await serveWorkspace(workspace);
  const { port, url } = first.server;
  await using watched = await open("/sessions/looping", { home: url, ignore: /ERR_|Failed to load/ });
  const { page } = watched;
  await page.locator(".connection.open").waitFor();
  await first[Symbol.asyncDispose]();
  const banner = page.getByRole("alert").filter({ hasText: "The server has not answered since" });
  await banner.waitFor();
  expect(await banner.innerText()).toMatch(/rehearse serve/);
  await using _second = await serveWorkspace(workspace, { port });
  await page.getByRole("button", { name: "Try now" }).click();
  await banner.waitFor({ state: "detached" });
});

test("who follows a session that somebody else plays sees its end, and is not offered to stop it", async () => {
  await using watched = await openPage(browser, { home: served.server.url });
  const { page } = watched;
  let isOver = false;
  await page.route("**/api/sessions/looping", async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as SessionView;
    const running = { ...view, card: { ...view.card, live: true, stoppable: false, notStoppable: "Another process plays it." }, turns: view.turns.slice(0, 8) };
    await route.fulfill({ response, json: isOver ? view : running });
  });
  await page.goto(`${served.server.url}/sessions/looping`);
  const read = () => page.locator("article.turn.current").getAttribute("aria-label");
  await soon(read).toBe("Turn 8");
  await page.getByText("Another process plays it.").waitFor();
  expect(await page.getByRole("button", { name: "Stop" }).count()).toBe(0);
  isOver = true;
  // A branch of it has the page ask anew.
  expect((await served.ask("/api/replays", { json: { session: "looping", turn: 9, turns: 1, narrator: "house" } })).status).toBe(202);
  await soon(read).toBe("Turn 10");
  await page.getByText("It is over: timeout.").waitFor();
});

test("what happens between the first answer and the stream of events is not missed", async () => {
  await using watched = await openPage(browser, { home: served.server.url });
  const { page } = watched;
  const gate = Promise.withResolvers<void>();
  await page.route("**/api/events*", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(`${served.server.url}/sessions/looping?lens=branches`);
  const branches = page.locator(".branch-tree li");
  await branches.first().waitFor();
  const before = await branches.count();
  const { json } = await served.ask("/api/replays", { json: { session: "looping", turn: 5, turns: 1, narrator: "house" } });
  const { id } = json as unknown as { id: string };
  await soon(async () => ((await served.ask(`/api/jobs/${id}`)).json as unknown as { status: string }).status).toBe("done");
  expect(await branches.count()).toBe(before);
  gate.resolve();
  await soon(() => branches.count()).toBe(before + 1);
});

test("of a thousand turns only what is in sight is drawn, in the transcript and in the flow, and keys go through them", async () => {
  await using watched = await openPage(browser, { home: served.server.url });
  const { page } = watched;
  const numbers = Array.from({ length: 1_000 }, (_, at) => at + 1);
  await page.route("**/api/sessions/looping", async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as SessionView;
    const [mark, entry] = [view.turns[2]!, view.timeline.find(({ type }) => type === "pulse")!];
    await route.fulfill({ response, json: { ...view, turns: numbers.map((turn) => ({ ...mark, turn })), timeline: numbers.map((turn) => ({ ...entry, turn, endTurn: turn, title: `Pulse ${turn}` })) } });
  });
  await page.route("**/api/sessions/looping/turns?*", async (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const from = Number(asked.get("from"));
    const response = await route.fetch({ url: `${served.server.url}/api/sessions/looping/turns?from=3&limit=1` });
    const { turns: [told] } = (await response.json()) as TurnPage;
    await route.fulfill({ response, json: { turns: numbers.slice(from - 1, from - 1 + Number(asked.get("limit"))).map((turn) => ({ ...told, turn })), total: 1_000, next: null } });
  });
  await page.goto(`${served.server.url}/sessions/looping?turn=500`);
  const current = () => page.locator("article.turn.current").getAttribute("aria-label");
  await soon(current).toBe("Turn 500");
  await page.locator(".flow-node.current").waitFor();
  expect(await page.locator("article.turn").count()).toBeLessThan(15);
  expect(await page.locator(".flow-node").count()).toBeLessThan(40);
  for (let times = 0; times < 12; times++) await page.keyboard.press("j");
  await soon(current).toBe("Turn 512");
  await soon(() => page.locator(".flow-node.current").innerText()).toMatch(/Pulse 512/);
});
