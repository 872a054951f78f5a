/** One player's view: another player's private text appears neither in the page nor in any answer to it. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { secretSession } from "../support/server/secret-session.ts";
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
/** What the narrator whispers, and from turn 5 on tells all in part. */
const moment = `Behind the chandler's shop lies a brass key in a herring barrel, marked by the ${canaries.moment}.`;
const slip = "Everybody knows that behind the chandler's shop lies a brass key in a herring barrel.";
const leak = { finding: "leak", text: slip, against: { turn: 4, text: moment }, seat: 1 };
const secret = secretSession({
  secrets: {
    backstory: `Raised by the ${canaries.backstory}.`,
    character: `Sworn to the ${canaries.character}.`,
    moment,
    answer: `I tell nobody of the ${canaries.answer}.`,
    note: `Look for the ${canaries.note}.`,
    wish: `ask the ${canaries.wish} about the ledger of the harbour`,
  },
  says: "I keep close to the others.",
  relay: "We go on along the shore together.",
  narration: (turn, { story }) => (turn > 4 ? `${story} ${slip}` : story),
  truth: (turn) => ({
    version: 2,
    planted: turn > 4 ? [leak] : [],
    movesOn: true,
    noticed: false,
    payoffs: [],
  }),
});

const viewer = openViewer({
  make: () =>
    playInto(makeWorkspace(), [secret.whisperer], async (_, harness, sessions) => {
      await secret.play(harness, sessions, "secret");
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
