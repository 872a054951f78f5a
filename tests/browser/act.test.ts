/** Actions in the page: a replay, its growing branches, a comparison of two of them, and a matrix from its start to its end. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ComparisonView } from "../../src/contract/index.ts";
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
  await page.getByRole("button", { name: "Replay one branch", exact: true }).click();
  await page.getByRole("region", { name: "Replayed branch" }).getByRole("progressbar").waitFor();
  await page.getByRole("link", { name: /innsmouth · baseline/ }).click();
  await page.getByRole("tab", { name: "Branches" }).click();

  const grown = (at: number) => branches.filter({ hasText: "From turn 5" }).nth(at).innerText();
  const job = page.getByRole("complementary", { name: "Replays" });
  await soon(() => job.innerText()).toContain("running");
  await soon(() => branches.count()).toBe(3);
  expect(await grown(0)).toMatch(
    /From turn 5: prompt: baseline to structured[^]*live[^]*no turns of its own yet/,
  );
  narrator.speak(1);
  await soon(() => grown(0)).toMatch(/live[^]*\bturn 5:/);
  narrator.speak(1);
  await soon(() => grown(0)).toMatch(/2 turns played[^]*\bturns 5 to 6:/);
  await soon(() => job.innerText()).toContain("done");
  // The tray covers nothing of the page, and stays until it is dismissed.
  const [tray, sides] = await Promise.all(
    [".jobs", ".session-sides"].map((part) => page.locator(part).boundingBox()),
  );
  expect(sides!.y + sides!.height).toBeLessThanOrEqual(tray!.y + 1);
  await job.getByRole("button", { name: "Dismiss" }).click();
  await soon(() => job.count()).toBe(0);

  await branches.filter({ hasText: "From turn 5" }).first().getByRole("link").click();
  await turn(page, 5).locator(".narration").first().waitFor();
  await soon(() => page.locator(".session-strip .turn-bars g").count()).toBe(6);
  await page
    .getByText(/a branch of/)
    .getByRole("link", { name: "told" })
    .click();
  await soon(() => page.url()).toContain("/sessions/told?turn=4");
});

test("a branch is shown beside its parent: identical up to its start, with the divergence marked", async () => {
  await using watched = await viewer.open("/sessions/told?lens=branches");
  const { page } = watched;
  for (const id of ["told", "retold"])
    await page.getByRole("checkbox", { name: `Compare ${id}`, exact: true }).check();
  await page.getByRole("link", { name: "Compare the 2" }).click();
  await soon(() => page.url()).toContain("/compare");
  const { firstDifference, branchPoint, verdict } = (
    await viewer.served.ask("/api/compare?sessions=told,retold")
  ).json as unknown as ComparisonView;
  expect(branchPoint).toBe(3);
  expect(firstDifference!.turn).toBeGreaterThan(3);
  await page.getByText(`The first difference is in turn ${firstDifference!.turn}`).waitFor();
  await page.getByRole("heading", { name: verdict.headline }).waitFor();
  const parting = page.locator(".turn-pair.parting");
  await soon(() => parting.getByText("First difference").count()).toBe(1);
  const [left, right] = ["A", "B"].map((letter) =>
    parting.getByRole("article", { name: `${letter}, turn ${firstDifference!.turn}` }),
  );
  expect(await left!.innerText()).not.toBe(await right!.innerText());
  // The turn before is the same on both sides.
  const before = page.getByRole("article", { name: new RegExp(`turn ${firstDifference!.turn - 1}$`) });
  const told = await before.locator(".narration").allInnerTexts();
  expect(told.slice(0, told.length / 2)).toEqual(told.slice(told.length / 2));
  expect(await page.locator("main").innerText()).toContain("One pair cannot tell cause from luck");
});

test("a matrix is estimated, started, watched, stopped and resumed from the page", async () => {
  narrator.forget();
  const fields =
    "stories=innsmouth&prompts=structured&narrator=house/paced&sessions=2&maxTurns=3&concurrency=1";
  await using watched = await viewer.open(`/start?kind=matrix&${fields}`);
  const { page } = watched;
  const estimate = page.getByRole("complementary", { name: "Estimate" });
  await soon(() => estimate.innerText()).toMatch(
    /Free[^]*Sessions\s*1 story × 1 prompt × 1 narrator × 2 of each/,
  );
  await page.getByRole("checkbox", { name: "baseline" }).check();
  await soon(() => estimate.innerText()).toMatch(/2 prompts × 1 narrator/);
  // The first choice is the reference, whatever the order of the list.
  const reference = page.getByRole("combobox", { name: "Reference prompt" });
  expect(await reference.inputValue()).toBe("structured");
  await soon(() => estimate.locator("code").textContent()).toContain("--prompts structured,baseline");
  await reference.selectOption("baseline");
  await soon(() => estimate.locator("code").textContent()).toContain("--prompts baseline,structured");
  await page.getByRole("button", { name: "Start, free" }).click();

  await soon(() => page.url()).toContain("/runs?job=matrix-");
  const playing = page.getByRole("region", { name: "Playing now" });
  const first = playing.getByRole("row", { name: /group 1/ }).first();
  await soon(() => playing.innerText()).toMatch(/0 of 4 sessions/);
  await soon(() => first.innerText()).toMatch(/playing/);
  narrator.speak(1);
  await soon(() => first.innerText()).toMatch(/playing\s+1\b/);
  narrator.speak(2);
  await soon(() => playing.innerText()).toMatch(/1 of 4 sessions/);
  await soon(() => playing.getByRole("row", { name: /done/ }).count()).toBe(1);

  await playing.getByRole("button", { name: "Stop" }).click();
  const stopped = page.getByRole("region", { name: "Unfinished" }).getByRole("listitem", { name: /^Matrix/ });
  await soon(() => stopped.innerText()).toMatch(/stopped[^]*1 of 4 sessions[^]*\d turns/);
  expect(await playing.count()).toBe(0);

  narrator.speak(100);
  await stopped.getByRole("button", { name: /^Resume/ }).click();
  const ended = page.getByRole("region", { name: "Ended since the server started" });
  await soon(() => ended.innerText()).toMatch(/done\s+resumed[^]*4 of 4 sessions/);
  expect(await ended.getByRole("listitem", { name: /^Matrix/ }).count()).toBe(1);
  expect(await stopped.count()).toBe(0);
  await ended
    .getByRole("link", { name: /innsmouth/ })
    .first()
    .click();
  await soon(() => page.url()).toContain("/matrices/matrix-");
});
