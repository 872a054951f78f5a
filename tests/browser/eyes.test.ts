/** One player's view: another player's private text appears neither in the page nor in any answer to it. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { HouseMember } from "../../src/kernel/models/index.ts";
import { houseCast, loadStory, planSession, playSession } from "../../src/playtest/index.ts";
import { makeWorkspace } from "../support/server/served-workspace.ts";
import { openViewer, soon, tab } from "./open-viewer.ts";
import { playInto } from "./viewer-workspace.ts";
import { inPage } from "./watched-page.ts";

/** A word at every place where something of the second player's is kept. */
const canaries = {
  backstory: "quillback",
  character: "moorhen",
  moment: "sandgrouse",
  answer: "wheatear",
  note: "corncrake",
  wish: "dotterel",
};
const SEAT = 1;

const tellings = loadStory("innsmouth").pulses.flatMap(({ text }) => text);
const [plain] = houseCast;
let listener = "";
/** Whispers to the second player in every turn, and leaks part of it later. */
const whisperer: HouseMember = {
  name: "whisperer",
  does: "Has a secret with one of them.",
  async reply(request) {
    const { role, call } = request;
    if (role === "player") {
      const mine = call?.endsWith(`/player/${SEAT}`);
      return {
        object: {
          says: "I keep close to the others.",
          wants: mine ? `ask the ${canaries.wish} about the ledger of the harbour` : "go on along the shore",
          offTopic: "none",
          private: mine ? `I tell nobody of the ${canaries.answer}.` : null,
          tells: [],
          remember: mine ? `Look for the ${canaries.note}.` : null,
        },
      };
    }
    // Everybody hears the relay, so it does not contain the wish.
    if (role === "spokesperson") return { text: "We go on along the shore together." };
    if (role !== "narrator") return plain!.reply(request);
    const turn = Number(call?.split("/")[1] ?? 0);
    const secret = `Behind the chandler's shop lies a brass key in a herring barrel, marked by the ${canaries.moment}.`;
    const slip = "Everybody knows that behind the chandler's shop lies a brass key in a herring barrel.";
    const leak = { finding: "leak", text: slip, against: { turn: 4, text: secret }, seat: SEAT };
    return {
      truth: {
        version: 2,
        planted: turn > 4 ? [leak] : [],
        movesOn: true,
        noticed: false,
        payoffs: [],
      },
      text: `${tellings[turn]!}${turn > 4 ? ` ${slip}` : ""}\n\n[[PRIVATE ${listener}]]\n${secret}\n[[/PRIVATE]]\n\nWhat do you all do?`,
    };
  },
};

const viewer = openViewer({
  make: () =>
    playInto(makeWorkspace(), [whisperer], async (_, harness, sessions) => {
      const planned = planSession(harness, {
        story: "innsmouth",
        prompt: "baseline",
        narrator: "house/whisperer",
        seed: 2,
        maxTurns: 9,
        players: 3,
        playerModel: "house/whisperer",
      });
      const players = planned.group.players.map((player) =>
        player.seat === SEAT
          ? {
              ...player,
              generatedBackstory: `Raised by the ${canaries.backstory}.`,
              characterForStory: `Sworn to the ${canaries.character}.`,
            }
          : player,
      );
      listener = players[SEAT]!.name;
      await playSession(harness, {
        config: { ...planned, charactersPending: false, group: { ...planned.group, players } },
        out: sessions,
        sessionId: "secret",
      });
    }),
});

/** Which of them occur anywhere in the page: texts, tooltips, labels, the title, folded parts. */
async function found(page: Page): Promise<string[]> {
  const all = await inPage<string>(page, "everything");
  return Object.entries(canaries).flatMap(([place, word]) => (all.includes(word) ? [place] : []));
}
const lenses = ["flow", "issues", "score", "players", "branches"];

test("another player's view leaves no trace of hidden text anywhere on the page", async () => {
  await using watched = await viewer.open("/sessions/secret?lens=players&turn=6");
  const { page } = watched;
  await soon(() => found(page)).toEqual(Object.keys(canaries));
  const brought: string[] = [];
  const asked: Array<Promise<unknown>> = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/") && !response.url().includes("/api/events"))
      asked.push(
        response.text().then(
          (text) =>
            brought.push(
              ...Object.values(canaries)
                .filter((word) => text.includes(word))
                .map((word) => `${word} by ${response.url()}`),
            ),
          () => {},
        ),
      );
  });
  await page
    .getByRole("button", { name: /^See as/ })
    .first()
    .click();
  await page.locator(".eyes-note").waitFor();
  for (const lens of lenses) {
    // As a link would: a player has fewer lenses, but addresses can be typed.
    await page.evaluate(`history.pushState(null, "", "/sessions/secret?lens=${lens}&turn=6&as=0&issue=0")`);
    await page.locator(".eyes-note").waitFor();
    await soon(() => page.locator(".skeleton").count()).toBe(0);
    await soon(() => page.locator("article.turn .narration").count()).toBeGreaterThan(0);
    expect([lens, await found(page)]).toEqual([lens, []]);
  }
  // Every turn, not only those in sight at first.
  await page.locator("#transcript").press("End");
  await soon(() => page.locator("article[aria-label='Turn 9'] .narration").count()).toBeGreaterThan(0);
  expect(await found(page)).toEqual([]);
  await page.locator("#transcript").press("Home");
  await soon(() => page.locator("article[aria-label='Turn 1'] .narration").count()).toBeGreaterThan(0);
  expect(await found(page)).toEqual([]);
  for (const name of ["Flow", "Players"]) {
    await tab(page, name);
    expect([name, await found(page)]).toEqual([name, []]);
  }
  await Promise.all(asked);
  expect(brought).toEqual([]);
  // Nor is what only the harness knows: scores, marks, costs, prompts.
  expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Flow", "Players"]);
  expect(await page.locator(".score-bar, .issue-mark, .flow-issues").count()).toBe(0);
  expect(`${await page.title()} ${await page.locator("main").innerText()}`).not.toMatch(
    /pulses|\bleak\b|baseline|\$/,
  );
});
