/**
 * A session in play, in the browser: turn by turn, to its end, stopped, with broken connections, and with a server that
 * is gone for a while.
 */
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import type { JobView, SessionView } from "../../src/contract/index.ts";
import { serveWorkspace } from "../support/server/served-workspace.ts";
import { startCuttingProxy } from "./cutting-proxy.ts";
import { openViewer, reading, soon, turn } from "./open-viewer.ts";
import { pacedNarrator } from "./paced-narrator.ts";

const narrator = pacedNarrator();
const viewer = openViewer({ house: [narrator.actor] });
afterEach(narrator.forget);

/** A branch from turn 4 that advances at the narrator's pace. */
async function begin(turns: number): Promise<string> {
  const { json, status } = await viewer.served.ask("/api/operations/replay", {
    json: { checkpoint: "leaky/turn-4.json", turns, narrator: "house/paced" },
  });
  expect(status).toBe(202);
  const { id } = json as unknown as JobView;
  await soon(
    async () =>
      ((await viewer.served.ask(`/api/jobs/${id}`)).json as unknown as JobView).session !== undefined,
  ).toBe(true);
  const { session } = (await viewer.served.ask(`/api/jobs/${id}`)).json as unknown as JobView;
  // Its folder is there with its first file.
  await soon(async () => (await viewer.served.ask(`/api/sessions/${session}`)).status).toBe(200);
  return session!;
}

const turnsShown = (page: Page) => page.locator(".session-strip .turn-bars g").count();
/** Whether a turn begins where one reads. */
const isInSight = (page: Page, number: number) =>
  page.evaluate<boolean>(
    `(({ top, bottom }, turn) => turn !== undefined && turn.top > top - 4 && turn.top < bottom - 40)(document.querySelector("#transcript").getBoundingClientRect(), document.querySelector('[aria-label="Turn ${number}"]')?.getBoundingClientRect())`,
  );

test("is shown turn by turn as it is played, and followed to its end", async () => {
  const id = await begin(4);
  await using watched = await viewer.open(`/sessions/${id}`);
  const { page } = watched;
  await page.locator(".session-header .badge.live").waitFor();
  await page.locator(".connection.open").waitFor();
  expect(await page.getByRole("button", { name: "Follow" }).getAttribute("aria-pressed")).toBe("true");
  const fetched: string[] = [];
  page.on("request", (request) => {
    const [asked] = /from=\d+&limit=\d+/.exec(request.url()) ?? [];
    if (asked) fetched.push(asked);
  });
  const before: number[] = [];
  for (const number of [5, 6, 7, 8]) {
    expect(await turn(page, number).count()).toBe(0);
    before.push(fetched.length);
    narrator.speak(1);
    await soon(() => reading(page)).toBe(`Turn ${number}`);
    await turn(page, number).locator(".narration").first().waitFor();
    expect(await turnsShown(page)).toBe(number);
  }
  await soon(() => page.locator(".session-strip [role=status]").innerText()).toMatch(
    /^Session ended: (stopped|stopped at its turn limit)\.$/,
  );
  await soon(() => page.locator(".session-header .badge.live").count()).toBe(0);
  expect(await reading(page)).toBe("Turn 8");
  await soon(() => isInSight(page, 8)).toBe(true);
  // Only new turns, between opening the page and the end, when all are fetched once more.
  expect(fetched.slice(before[1], before[3])).toEqual(["from=6&limit=1", "from=7&limit=1"]);
});

test("is stopped from the page, and keeps its turns", async () => {
  const id = await begin(20);
  await using watched = await viewer.open(`/sessions/${id}`);
  const { page } = watched;
  narrator.speak(1);
  await turn(page, 5).locator(".narration").first().waitFor();
  await page.getByRole("button", { name: "Stop the replay" }).first().click();
  await soon(() => page.locator(".session-strip [role=status]").innerText()).toMatch(
    /^Session ended: interrupted/,
  );
  expect(await page.getByRole("button", { name: "Stop the replay" }).count()).toBe(0);
  const { card } = (await viewer.served.ask(`/api/sessions/${id}`)).json as unknown as SessionView;
  expect(card).toMatchObject({ turns: 5, live: false, outcome: "interrupted" });
});

test("through a cut connection: what was played meanwhile appears", async () => {
  await using proxy = await startCuttingProxy();
  await using behind = await serveWorkspace(viewer.workspace, {
    allowHosts: [`127.0.0.1:${proxy.port}`],
    house: [narrator.actor],
  });
  proxy.leadTo(behind.server.port);
  const { json } = await behind.ask("/api/operations/replay", {
    json: { checkpoint: "leaky/turn-4.json", turns: 6, narrator: "house/paced" },
  });
  const { id: job } = json as unknown as JobView;
  const played = async () =>
    ((await behind.ask(`/api/jobs/${job}`)).json as unknown as JobView).session ?? "";
  await soon(async () => (await behind.ask(`/api/sessions/${await played()}`)).status).toBe(200);
  const id = await played();
  await using watched = await viewer.open(`/sessions/${id}`, {
    home: `http://127.0.0.1:${proxy.port}`,
    ignore: /ERR_|Failed to load/,
  });
  const { page } = watched;
  await page.locator(".connection.open").waitFor();
  narrator.speak(2);
  await soon(() => turnsShown(page)).toBe(6);

  proxy.cut();
  await page.locator(".connection.lost").waitFor();
  narrator.speak(2);
  await soon(
    async () => ((await behind.ask(`/api/sessions/${id}`)).json as unknown as SessionView).card.turns,
  ).toBe(8);
  proxy.mend();
  await page.locator(".connection.open").waitFor();
  await soon(() => turnsShown(page)).toBe(8);
  narrator.speak(2);
  await soon(() => turnsShown(page)).toBe(10);
  await soon(() => reading(page)).toBe("Turn 10");
  await soon(() => isInSight(page, 10)).toBe(true);
});

test("a session played by another process shows its end, without a stop button", async () => {
  let isOver = false;
  const asIfPlayed = (page: Page) =>
    page.route("**/api/sessions/looping", async (route) => {
      const response = await route.fetch();
      const view = (await response.json()) as SessionView;
      const running = {
        ...view,
        card: {
          ...view.card,
          live: true,
          stoppable: false,
          notStoppable: "Another process is playing this session.",
        },
        turns: view.turns.slice(0, 8),
      };
      await route.fulfill({ response, json: isOver ? view : running });
    });
  await using watched = await viewer.open("/sessions/looping", { before: asIfPlayed });
  const { page } = watched;
  await soon(() => reading(page)).toBe("Turn 8");
  await page.getByText("Another process is playing this session.").waitFor();
  expect(await page.getByRole("button", { name: "Stop" }).count()).toBe(0);
  isOver = true;
  // A new branch makes the page reload the session.
  expect(
    (
      await viewer.served.ask("/api/operations/replay", {
        json: { checkpoint: "looping/turn-9.json", turns: 1, narrator: "house" },
      })
    ).status,
  ).toBe(202);
  await soon(() => reading(page)).toBe("Turn 10");
  await page.getByText("Session ended: timeout.").waitFor();
});

test("events between the first answer and the stream are not missed", async () => {
  const gate = Promise.withResolvers<void>();
  const late = (page: Page) =>
    page.route("**/api/events*", async (route) => {
      await gate.promise;
      await route.continue();
    });
  await using watched = await viewer.open("/sessions/looping?lens=branches", { before: late });
  const { page } = watched;
  const branches = page.locator(".branch-tree li");
  await branches.first().waitFor();
  const before = await branches.count();
  const { json } = await viewer.served.ask("/api/operations/replay", {
    json: { checkpoint: "looping/turn-5.json", turns: 1, narrator: "house" },
  });
  const { id } = json as unknown as JobView;
  await soon(
    async () => ((await viewer.served.ask(`/api/jobs/${id}`)).json as unknown as JobView).state,
  ).toBe("done");
  expect(await branches.count()).toBe(before);
  gate.resolve();
  await soon(() => branches.count()).toBe(before + 1);
});

test("a stopped server shows a banner, and the page recovers with it", async () => {
  const first = await serveWorkspace(viewer.workspace);
  const { port, url } = first.server;
  await using watched = await viewer.open("/sessions", { home: url, ignore: /ERR_|Failed to load/ });
  const { page } = watched;
  const rows = page.locator("a.session-link");
  await page.locator(".connection.open").waitFor();
  await rows.first().waitFor();
  const banner = page.getByRole("alert");
  expect(await banner.count()).toBe(0);
  await first[Symbol.asyncDispose]();
  await soon(() => banner.innerText()).toMatch(
    /The server has not answered since \d\d:\d\d\.[^]*rehearse serve/,
  );
  // Loaded turns can still be read.
  expect(await rows.count()).toBeGreaterThan(3);
  await using second = await serveWorkspace(viewer.workspace, { port });
  expect(second.server.url).toBe(url);
  await soon(() => banner.count()).toBe(0);
  await page.locator(".connection.open").waitFor();
  await page.locator("a.session-link[href$='/sessions/plain']").click();
  await turn(page, 1).locator(".narration").first().waitFor();
});
