/** Actions in the page: a replay and its growing branches, and a matrix from its start to its end. */
import { join } from "node:path";
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { branchSession, turnPath } from "../../src/playtest/index.ts";
import { makeWorkspace } from "../support/server/served-workspace.ts";
import { openViewer, soon, turn } from "./open-viewer.ts";
import { pacedNarrator } from "./paced-narrator.ts";
import { playInto } from "./viewer-workspace.ts";

const narrator = pacedNarrator();
const viewer = openViewer({
  house: [narrator.actor],
  async make() {
    narrator.speak(8 + 3);
    return playInto(makeWorkspace(), [narrator.actor], async (play, harness, sessions) => {
      await play({ sessionId: "told", narrator: "house/paced", turns: 8 });
      await branchSession(harness, {
        checkpoint: turnPath(join(sessions, "told"), 3),
        changes: { prompt: "structured", turns: 3 },
        replicate: 1,
        out: sessions,
        sessionId: "retold",
      });
    });
  },
});

test("a replay starts from the selected turn, its branch grows turn by turn, and links to where it diverges", async () => {
  await using watched = await viewer.open("/sessions/told?turn=5&lens=branches");
  const { page } = watched;
  const branches = page.locator(".branch-tree li");
  await turn(page, 5).locator(".narration").first().waitFor();
  expect(await branches.count()).toBe(2);
  await page.keyboard.press("r");
  await page.getByRole("combobox", { name: "Start from" }).selectOption("structured");
  await soon(() => page.getByLabel("Changes of the prompt").innerText()).toContain("present tense");
  await page.getByRole("spinbutton", { name: "Turns each" }).fill("2");
  await page.getByRole("button", { name: "Replay one branch, free", exact: true }).click();
  await page.getByRole("region", { name: "Replayed branch" }).getByRole("progressbar").waitFor();
  await page.getByRole("link", { name: /innsmouth · baseline/ }).click();
  await page.getByRole("tab", { name: "Branches" }).click();

  const grown = (at: number) => branches.filter({ hasText: "After turn 4" }).nth(at).innerText();
  await soon(() => branches.count()).toBe(3);
  expect(await grown(0)).toMatch(
    /After turn 4: prompt: baseline to structured[^]*live[^]*no turns of its own yet/,
  );
  narrator.speak(1);
  await soon(() => grown(0)).toMatch(/live[^]*\bturn 5:/);
  narrator.speak(1);
  await soon(() => grown(0)).toMatch(/2 turns played[^]*\bturns 5 to 6:/);
  await branches.filter({ hasText: "After turn 4" }).first().getByRole("link").click();
  await turn(page, 5).locator(".narration").first().waitFor();
  await soon(() => page.locator(".turn-place").count()).toBe(6);
  await page
    .getByText(/a branch of/)
    .getByRole("link", { name: "told" })
    .click();
  await soon(() => page.url()).toContain("/sessions/told?turn=4");
});

test("a matrix is estimated, started, watched, stopped and resumed from the page", async () => {
  narrator.forget();
  const fields =
    "stories=innsmouth&prompts=structured&narrator=house/paced&sessions=2&maxTurns=3&concurrency=1";
  await using watched = await viewer.open(`/start?kind=matrix&${fields}`, { ignore: /400/ });
  const { page } = watched;
  const estimate = page.getByRole("complementary", { name: "Estimate" });
  await soon(() => estimate.innerText()).toMatch(/Free[^]*Sessions\s*2, 2 of each/);
  await page.getByRole("checkbox", { name: "baseline" }).check();
  await soon(() => estimate.innerText()).toMatch(/Sessions\s*4, 2 of each/);
  // The first choice is the reference, whatever the order of the list.
  const reference = page.getByRole("combobox", { name: "Reference prompt" });
  expect(await reference.inputValue()).toBe("structured");
  await reference.selectOption("baseline");
  await soon(() => reference.inputValue()).toBe("baseline");
  await page.getByRole("button", { name: "Start, free" }).click();

  await soon(() => page.url()).toContain("/runs?job=matrix-");
  const playing = page.getByRole("region", { name: "Playing now" });
  await soon(() => playing.innerText()).toMatch(/0 of 4 sessions/);
  narrator.speak(3);
  await soon(() => playing.innerText()).toMatch(/1 of 4 sessions/);

  await playing.getByRole("button", { name: "Stop" }).click();
  const stopped = page
    .getByRole("region", { name: "Ended or unfinished" })
    .getByRole("listitem", { name: /^Matrix/ });
  await soon(() => stopped.innerText()).toMatch(/stopped[^]*1 of 4 sessions/);
  // One that nobody wants to resume is dismissed, and can be taken back.
  await stopped.getByRole("button", { name: /^Dismiss/ }).click();
  await soon(() => stopped.count()).toBe(0);
  await page.getByRole("button", { name: "Show 1 dismissed" }).click();
  expect(await playing.count()).toBe(0);

  // A refusal is long: it has a line of its own, and the name keeps its place.
  const error = { code: "invalid", message: "The narrator was not loaded. ".repeat(12), remedy: "Allow it." };
  const refuse = (route: Route) => route.fulfill({ status: 400, json: { error } });
  await page.route("**/api/operations/resume", refuse, { times: 1 });
  await stopped.getByRole("button", { name: /^Resume/ }).click();
  const [row, name, refusal] = await Promise.all(
    [stopped, stopped.locator(".what"), stopped.getByRole("alert")].map((each) => each.boundingBox()),
  );
  expect(name!.width).toBeGreaterThan(row!.width / 2);
  expect(refusal!.width).toBeGreaterThan(row!.width * 0.9);

  narrator.speak(100);
  await stopped.getByRole("button", { name: /^Resume/ }).click();
  const ended = page.getByRole("region", { name: "Ended or unfinished" });
  await soon(() => ended.innerText()).toMatch(/done\s+resumed[^]*4 of 4 sessions/);
  expect(await ended.getByRole("listitem", { name: /^Matrix/ }).count()).toBe(1);
});
