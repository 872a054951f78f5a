/** A session in play, in the browser: turn by turn, to its end, stopped, and with a server that is gone for a while. */
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import type { SessionView } from "../../src/contract/index.ts";
import { ended, start, until } from "../support/server/served-jobs.ts";
import { serveWorkspace } from "../support/server/served-workspace.ts";
import { openViewer, reading, soon, turn } from "./open-viewer.ts";
import { pacedNarrator } from "./paced-narrator.ts";
import { inPage } from "./watched-page.ts";

const narrator = pacedNarrator();
const viewer = openViewer({ house: [narrator.actor] });
afterEach(narrator.forget);

/** A branch from turn 4 that advances at the narrator's pace. */
async function begin(turns: number): Promise<string> {
  const asked = { checkpoint: "leaky/turn-4.json", turns, narrator: "house/paced" };
  const job = await start(viewer.served, "replay", asked);
  const { session } = await until(viewer.served, job, (now) => now.session !== undefined);
  // Its folder is there with its first file.
  await soon(async () => (await viewer.served.ask(`/api/sessions/${session}`)).status).toBe(200);
  return session!;
}

const turnsShown = (page: Page) => page.locator(".turn-place").count();
/** Whether a turn is in the visible part of the transcript. */
const isInSight = (page: Page, number: number) =>
  inPage<boolean>(page, "isInTranscript", `[aria-label="Turn ${number}"]`);

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
    /^Session ended: turns played\.$/,
  );
  await soon(() => page.locator(".session-header .badge.live").count()).toBe(0);
  expect(await reading(page)).toBe("Turn 8");
  await soon(() => isInSight(page, 8)).toBe(true);
  // Only what is new or has changed, also at the end.
  expect(fetched.slice(before[1], before[3])).toEqual(["from=6&limit=1", "from=7&limit=1"]);
  expect(fetched.slice(before[3]).join()).not.toMatch(/limit=50/);
});

test("is stopped from the page, and keeps its turns", async () => {
  const id = await begin(20);
  await using watched = await viewer.open("/runs");
  const { page } = watched;
  await page.getByRole("link", { name: "Watch" }).click();
  narrator.speak(1);
  await turn(page, 5).locator(".narration").first().waitFor();
  await page.getByRole("button", { name: "Stop the replay" }).first().click();
  await soon(() => page.locator(".session-strip [role=status]").innerText()).toMatch(
    /^Session ended: interrupted/,
  );
  expect(await page.getByRole("button", { name: "Stop the replay" }).count()).toBe(0);
  await page.locator(".session-summary").getByRole("button", { name: "Resume" }).waitFor();
  const { card } = (await viewer.served.ask(`/api/sessions/${id}`)).json as unknown as SessionView;
  expect(card).toMatchObject({ turns: 5, live: false, outcome: "interrupted" });
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
  const asked = { checkpoint: "looping/turn-5.json", turns: 1, narrator: "house" };
  expect(await ended(viewer.served, await start(viewer.served, "replay", asked))).toMatchObject({
    state: "done",
  });
  expect(await branches.count()).toBe(before);
  gate.resolve();
  await soon(() => branches.count()).toBe(before + 1);
});

test("a stopped server shows a banner, and the page recovers with it", async () => {
  const first = await serveWorkspace(viewer.workspace);
  const { port, url } = first.server;
  await using watched = await viewer.open("/sessions", { home: url, ignore: /ERR_|Failed to load/ });
  const { page } = watched;
  const rows = page.locator(".session-row a.title");
  await page.locator(".connection.open").waitFor();
  await rows.first().waitFor();
  const banner = page.getByRole("alert");
  expect(await banner.count()).toBe(0);
  await first[Symbol.asyncDispose]();
  await soon(() => banner.innerText()).toMatch(
    /No connection to the server since \d\d:\d\d\.[^]*rehearse serve/,
  );
  // Loaded turns can still be read.
  expect(await rows.count()).toBeGreaterThan(3);
  await using second = await serveWorkspace(viewer.workspace, { port });
  expect(second.server.url).toBe(url);
  await soon(() => banner.count()).toBe(0);
  await page.locator(".connection.open").waitFor();
  await page.locator(".session-row a.title[href$='/sessions/plain']").click();
  await turn(page, 1).locator(".narration").first().waitFor();
});
