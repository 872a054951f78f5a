/**
 * The list of sessions and a session's page for a first visit: filters with the played values, sessions to compare,
 * readable text.
 */
import { expect, test } from "vitest";
import type { SessionPage } from "../../src/contract/index.ts";
import type { HouseMember } from "../../src/kernel/models/index.ts";
import { houseCast, planSession, playSession } from "../../src/playtest/index.ts";
import { makeWorkspace } from "../support/server/served-workspace.ts";
import { NARROW, openViewer, soon, tab } from "./open-viewer.ts";
import { playInto } from "./viewer-workspace.ts";

const ours: HouseMember = { ...houseCast[0]!, name: "ours" };

const viewer = openViewer({
  make: () =>
    playInto(makeWorkspace(), [ours], async (play, harness, sessions) => {
      await play({ sessionId: "plain", narrator: "house", turns: 9 });
      await play({ sessionId: "looping", narrator: "house/looping", turns: 9 });
      await play({ sessionId: "leaky", narrator: "house/leaky", turns: 12, players: 2 });
      const config = planSession(harness, {
        story: "innsmouth",
        prompt: { name: "my-voice", text: "You are a game master. Be brief." },
        narrator: "house/ours",
        seed: 4,
        maxTurns: 4,
        players: 2,
      });
      await playSession(harness, { config, out: sessions, sessionId: "own-words" });
    }),
});

test("the filters list the user's own prompts and narrators, and only what was played", async () => {
  await using watched = await viewer.open("/sessions");
  const { page } = watched;
  const options = (label: string) =>
    page.getByRole("combobox", { name: label }).locator("option").allInnerTexts();
  await soon(() => options("Prompt")).toEqual(["all", "baseline (3)", "my-voice (1)"]);
  expect((await options("Narrator")).slice(1).toSorted()).toEqual([
    "house (1)",
    "house/leaky (1)",
    "house/looping (1)",
    "house/ours (1)",
  ]);
  await page.getByRole("combobox", { name: "Prompt" }).selectOption("my-voice");
  await soon(() => page.locator("a.session-link").count()).toBe(1);
  expect(await page.locator("a.session-link").getAttribute("href")).toBe("/sessions/own-words");
  // The others are counted over what is left; the chosen one can be let go.
  await soon(() => options("Prompt")).toEqual(["all", "baseline (3)", "my-voice (1)"]);
  await page.getByRole("combobox", { name: "Prompt" }).selectOption("");
  await soon(() => page.locator("a.session-link").count()).toBe(4);
});

test("a finding leads to its quote, highlighted beside the other session", async () => {
  await using watched = await viewer.open("/compare?sessions=plain,looping");
  const { page } = watched;
  const found = page.getByRole("region", { name: "Findings by session" }).getByRole("link", { name: /^B, / });
  const turn = /turn (\d+)/.exec((await found.first().getAttribute("aria-label")) ?? "")![1]!;
  await found.first().click();
  const side = page.getByRole("article", { name: `B, turn ${turn}` });
  await side.locator("mark.chosen").first().waitFor();
  await side.locator(".note.chosen").waitFor();
  await soon(async () => (await side.locator("mark.chosen").first().boundingBox())!.y).toSatisfy(
    (top) => Number(top) > 0 && Number(top) < page.viewportSize()!.height,
  );
  expect(page.url()).toContain(`turn=${turn}`);
  // The other words that it is compared with are one click away.
  const other = side.locator(".note.chosen .other-side").first();
  const earlier = /\d+/.exec(await other.innerText())![0];
  await other.click();
  await page
    .getByRole("article", { name: `B, turn ${earlier}` })
    .locator("mark.chosen")
    .first()
    .waitFor();
});

test("any two sessions are ticked in the list and compared, by mouse or keyboard", async () => {
  await using watched = await viewer.open("/sessions");
  const { page } = watched;
  await page.getByRole("checkbox", { name: /own-words$/ }).check();
  await page.getByText("1 session selected: select another").waitFor();
  expect(await page.getByRole("link", { name: "Compare", exact: true }).count()).toBe(0);
  // Who looks into one and comes back finds the ticks where they were; a filter does not take them away.
  await page.locator("a.session-link[href$='/plain']").click();
  await page.locator(".session-header").waitFor();
  await page.goBack();
  await page.getByRole("combobox", { name: "Narrator" }).selectOption("house");
  await soon(() => page.locator("a.session-link").count()).toBe(1);
  await page.getByText("1 session selected: select another").waitFor();
  await page.getByRole("checkbox", { name: /plain$/ }).check();
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await page.getByRole("heading", { name: "Compare 2 sessions" }).waitFor();
  expect(new URL(page.url()).searchParams.getAll("sessions")).toEqual(["own-words", "plain"]);

  await page.goto(`${viewer.served.server.url}/compare`);
  await page.getByRole("heading", { name: "Select sessions to compare" }).waitFor();
  await page.getByRole("link", { name: "the list of sessions" }).click();
  await page.locator("a.session-link").first().waitFor();
  for (const row of ["0", "1"]) {
    await page.keyboard.press("j");
    await soon(() =>
      page.evaluate("document.activeElement?.closest('[data-row]')?.getAttribute('data-row')"),
    ).toBe(row);
    await page.keyboard.press("x");
  }
  await page.getByText("2 sessions selected").waitFor();
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(2);
  await page.getByRole("button", { name: "Clear selection" }).click();
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
});

/** The size of an element's text on the screen, including zoom. */
const letters = (selector: string) =>
  `(([at]) => parseFloat(getComputedStyle(at).fontSize) * (at.getBoundingClientRect().width / at.offsetWidth))(document.querySelectorAll(${JSON.stringify(selector)}))`;

test.each([1280, NARROW])(
  "the flow is readable immediately, and nothing covers it, %d wide",
  async (width) => {
    await using watched = await viewer.open("/sessions/plain?lens=flow", { width });
    const { page } = watched;
    await page.locator(".flow-node.moment").first().waitFor();
    for (const part of [".flow-node.beat .flow-title", ".flow-node.moment .flow-title small"])
      expect(await page.evaluate<number>(letters(part))).toBeGreaterThan(10.5);
    expect(await page.locator(".react-flow__controls").count()).toBe(0);
    const [stage, tools] = [
      await page.locator(".flow-stage").boundingBox(),
      await page.locator(".flow-tools").boundingBox(),
    ];
    expect(tools!.y).toBeGreaterThanOrEqual(stage!.y + stage!.height - 1);
  },
);

test("a tab is found where it was left, and a new one starts at its top", async () => {
  await using watched = await viewer.open("/sessions/looping?lens=score");
  const { page } = watched;
  await page.setViewportSize({ width: 1_280, height: 500 });
  const panel = page.getByRole("tabpanel");
  const top = () => page.evaluate<number>("document.querySelector('[role=tabpanel]').scrollTop");
  await page.locator(".lens .parts").first().waitFor();
  await panel.hover();
  await page.mouse.wheel(0, 120);
  await soon(top).toBe(120);
  await tab(page, "Players");
  await page.locator(".lens").first().waitFor();
  expect(await top()).toBe(0);
  await tab(page, "Score");
  await soon(top).toBe(120);
});

test("on a narrow screen the chosen tab is visible", async () => {
  await using watched = await viewer.open("/sessions/plain?lens=branches", { width: NARROW });
  const chosen = watched.page.getByRole("tab", { selected: true });
  await chosen.waitFor();
  await soon(async () => {
    const box = await chosen.boundingBox();
    return box !== null && box.x >= 0 && box.x + box.width <= NARROW;
  }).toBe(true);
  expect(await chosen.innerText()).toMatch(/^Branches/);
});

test("colours also have words: kinds of turns, severity, errors in the list", async () => {
  await using watched = await viewer.open("/sessions/looping?lens=issues");
  const { page } = watched;
  await page.locator(".session-strip .legend").getByText("pulse").waitFor();
  expect(await page.locator(".session-strip .legend").innerText()).toMatch(/error|warning/);
  expect(await page.locator(".issue-head .badge").first().innerText()).toMatch(/^(error|warning)$/);
  await page.goto(`${viewer.served.server.url}/sessions`);
  const { json } = await viewer.served.ask("/api/sessions");
  const { errors } = (json as unknown as SessionPage).sessions.find(({ id }) => id === "leaky")!;
  expect(errors).toBeGreaterThan(0);
  await soon(() => page.locator(".session-row:has([href$='/leaky']) .issues").innerText()).toMatch(
    new RegExp(`${errors} error`),
  );
});

test("in a player's view every turn is in the flow, and nothing can be replayed", async () => {
  await using watched = await viewer.open("/sessions/plain?turn=7&as=1");
  const { page } = watched;
  await page
    .locator(".eyes-note")
    .getByText(/This is what .* knows/)
    .waitFor();
  const current = page.locator(".flow-node.beat[aria-current] .flow-turn").first();
  await current.waitFor();
  const [from, to = from] = (await current.innerText()).split("–").map(Number);
  expect(from! <= 7 && 7 <= to!).toBe(true);
  expect(await page.getByRole("button", { name: /Replay/ }).count()).toBe(0);
});
