/**
 * The list of sessions and a session's page for a first visit: filters with the played values, sessions to compare,
 * readable text.
 */
import { expect, test } from "vitest";
import type { HouseMember } from "../../src/kernel/models/index.ts";
import { houseCast, planSession, playSession } from "../../src/playtest/index.ts";
import { makeWorkspace } from "../support/server/served-workspace.ts";
import { NARROW, openViewer, soon } from "./open-viewer.ts";
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

test("a finding leads to its quote, highlighted beside the other session", async () => {
  await using watched = await viewer.open("/compare?sessions=plain,looping");
  const { page } = watched;
  const found = page.getByRole("article", { name: /^B, turn / }).filter({ has: page.locator(".issue-mark") });
  const turn = /turn (\d+)/.exec((await found.first().getAttribute("aria-label")) ?? "")![1]!;
  const side = page.getByRole("article", { name: `B, turn ${turn}`, exact: true });
  await side.locator(".issue-mark").first().click();
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
