/**
 * An exported file, opened without a server: the same views, nothing that executes, and no private text in a public
 * one.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HouseMember } from "../../src/kernel/models/index.ts";
import { loadStory, planSession, playSession } from "../../src/playtest/index.ts";
import { exportPage } from "../../src/server/index.ts";
import { houseHarness } from "../support/house-cast/house-harness.ts";
import { makeWorkspace } from "../support/server/served-workspace.ts";
import { openBrowser } from "./chromium.ts";
import { tricks } from "./hostile-text.ts";
import { soon, tab, turn } from "./open-viewer.ts";
import { playInto, type ViewerWorkspace } from "./viewer-workspace.ts";
import { inPage, openPage } from "./watched-page.ts";

const CANARY = "sandgrouse";
const HEARD = "The harbour bell rings over the water";
const tellings = loadStory("innsmouth").pulses.flatMap(({ text }) => text);
let listener = "";
/** Tells hostile text to everybody, and a secret to one player. */
const hostileWhisperer: HouseMember = {
  name: "hostile-whisperer",
  does: "Means no good, and has a secret.",
  async reply({ role, call }) {
    if (role === "player")
      return {
        object: {
          says: `${HEARD}. ${tricks[2]}`,
          wants: `Look for the ${CANARY} behind the chandler's shop.`,
          offTopic: "none",
          private: `Of the ${CANARY} I tell nobody at all.`,
          tells: [],
          remember: `The ${CANARY} again.`,
        },
      };
    if (role === "spokesperson") return { text: `We go on. ${tricks[8]}` };
    const number = Number(call?.split("/")[1] ?? 0);
    const whisper = `Behind the chandler's shop the ${CANARY} keeps a brass key.`;
    return {
      text: [
        `${tellings[number]!} ${HEARD}, stroke ${number}.`,
        ...tricks,
        `[[PRIVATE ${listener}]]\n${whisper}\n[[/PRIVATE]]`,
        "What do you all do?",
      ].join("\n\n"),
    };
  },
};

let [workspace, browser] = [] as unknown as [ViewerWorkspace, Browser];
beforeAll(async () => {
  const made = makeWorkspace();
  [workspace, browser] = await Promise.all([
    playInto(made, [hostileWhisperer], async (_, harness, sessions) => {
      const planned = planSession(harness, {
        story: "innsmouth",
        prompt: "baseline",
        narrator: "house/hostile-whisperer",
        seed: 2,
        maxTurns: 5,
        players: 2,
        playerModel: "house/hostile-whisperer",
      });
      const players = planned.group.players.map((player) => ({
        ...player,
        generatedBackstory: `Raised by the ${CANARY}.`,
        characterForStory: `Sworn to the ${CANARY}.`,
      }));
      listener = players[1]!.name;
      await playSession(harness, {
        config: { ...planned, charactersPending: false, group: { ...planned.group, players } },
        out: sessions,
        sessionId: "shared",
      });
    }),
    openBrowser(),
  ]);
}, 90_000);
afterAll(async () => {
  await browser?.close();
  workspace?.[Symbol.dispose]();
});

async function write(path: string, isPublic: boolean): Promise<{ url: string; html: string }> {
  const harness = houseHarness();
  const { html } = await exportPage({
    harness,
    path,
    isPublic,
    folders: { testBanks: workspace.testBanks, kb: workspace.kb },
  });
  await harness.close();
  const file = join(mkdtempSync(join(tmpdir(), "exported-")), "page.html");
  writeFileSync(file, html);
  return { url: pathToFileURL(file).href, html };
}

/** No text has become markup, and no script ran. */
async function isInert(page: Page): Promise<void> {
  expect(await page.evaluate("window.ran")).toBeUndefined();
  expect(await inPage<number>(page, "foreign")).toBe(0);
}
const everything = (page: Page) =>
  page.evaluate<string>("document.title + document.documentElement.outerHTML");
/** The visible page, without the data that the file carries. */
const shown = (page: Page) =>
  page.evaluate<string>("document.title + document.querySelector('#root').outerHTML");

test("the whole file has every lens, shows model output as text, and has each player's view", async () => {
  const { url } = await write(join(workspace.sessions, "shared"), false);
  await using watched = await openPage(browser, { home: url });
  const { page } = watched;
  await page.goto(url);
  await turn(page, 1).locator(".narration").first().waitFor();
  await soon(async () => (await page.locator("#transcript").textContent())?.includes(tricks[0])).toBe(true);
  for (const lens of ["Flow", "Findings", "Score & cost", "Players"]) {
    await tab(page, lens);
    await isInert(page);
  }
  expect(await shown(page)).toContain(CANARY);
  await page
    .getByRole("button", { name: /^See as/ })
    .first()
    .click();
  await page.locator(".eyes-note").waitFor();
  await soon(() => page.locator(".whisper", { hasText: `Only ${listener} hears` }).count()).toBe(0);
  await page.getByRole("button", { name: /^See as/ }).click();
  await page
    .locator(".whisper", { hasText: `Only ${listener} hears` })
    .first()
    .waitFor();
  // An exported file has no server to replay or stop anything.
  expect(await page.getByRole("button", { name: /^Replay|^Stop$/ }).count()).toBe(0);
  await isInert(page);
});

test("the public file has only what everybody heard, in its lenses and in its data", async () => {
  const { url, html } = await write(join(workspace.sessions, "shared"), true);
  // Compares booleans, because a failure message with the text would be half a megabyte.
  expect([html.includes(CANARY), html.includes(workspace.dir)]).toEqual([false, false]);
  await using watched = await openPage(browser, { home: url });
  const { page } = watched;
  await page.goto(url);
  await turn(page, 1).locator(".narration").first().waitFor();
  expect(await page.locator("#transcript").innerText()).toContain(`${HEARD}, stroke`);
  for (const name of await page.getByRole("tab").allInnerTexts()) {
    await page.getByRole("tab", { name: name.replace(/\d+$/, "").trim() }).click();
    expect([name, (await everything(page)).includes(CANARY)]).toEqual([name, false]);
    expect(await page.locator("main").textContent()).not.toMatch(/See as|Private moments|Wishes|Backstory/);
    await isInert(page);
  }
  await page.goto(`${url}#/sessions/shared?as=0`);
  await page.getByText("This page is not in the exported file.").waitFor();
});
