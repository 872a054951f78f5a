/**
 * An exported file, opened without a server: the same views, nothing that executes, and no private text in a public
 * one.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { exportFrom } from "../support/server/exported-page.ts";
import { secretSession } from "../support/server/secret-session.ts";
import { makeWorkspace } from "../support/server/served-workspace.ts";
import { tricks } from "./hostile-text.ts";
import { openViewer, soon, tab, turn } from "./open-viewer.ts";
import { playInto } from "./viewer-workspace.ts";
import { isInert } from "./watched-page.ts";

const CANARY = "sandgrouse";
const HEARD = "The harbour bell rings over the water";
/** Hostile text for everybody, and a secret with one player. */
const hostile = secretSession({
  secrets: {
    backstory: `Raised by the ${CANARY}.`,
    character: `Sworn to the ${CANARY}.`,
    moment: `Behind the chandler's shop the ${CANARY} keeps a brass key.`,
    answer: `Of the ${CANARY} I tell nobody at all.`,
    note: `The ${CANARY} again.`,
    wish: `Look for the ${CANARY} behind the chandler's shop.`,
  },
  says: `${HEARD}. ${tricks[2]}`,
  relay: `We go on. ${tricks[8]}`,
  narration: (turn, { story }) => [`${story} ${HEARD}, stroke ${turn}.`, ...tricks].join("\n\n"),
  turns: 5,
});

let listener: string;
const viewer = openViewer({
  make: () =>
    playInto(makeWorkspace(), [hostile.whisperer], async (_, harness, sessions) => {
      listener = await hostile.play(harness, sessions, "shared");
    }),
});

async function write(isPublic: boolean): Promise<{ url: string; html: string }> {
  const { workspace } = viewer;
  const { html } = await exportFrom(workspace, { path: join(workspace.sessions, "shared"), isPublic });
  const file = join(workspace.dir, "page.html");
  writeFileSync(file, html);
  return { url: pathToFileURL(file).href, html };
}

/** The visible page, without the data that the file carries. */
const shown = (page: Page) =>
  page.evaluate<string>("document.title + document.querySelector('#root').outerHTML");

test("the whole file has every lens, shows model output as text, and has each player's view", async () => {
  const { url } = await write(false);
  await using watched = await viewer.open("", { home: url });
  const { page } = watched;
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
  await page.getByRole("button", { name: `See as ${listener}` }).click();
  await page
    .locator(".whisper", { hasText: `Only ${listener} hears` })
    .first()
    .waitFor();
  // An exported file has no server to replay or stop anything.
  expect(await page.getByRole("button", { name: /^Replay|^Stop$/ }).count()).toBe(0);
  await isInert(page);
});

test("the public file has only what everybody heard, in its lenses and in its data", async () => {
  const { url, html } = await write(true);
  // Compares booleans, because a failure message with the text would be half a megabyte.
  expect([html.includes(CANARY), html.includes(viewer.workspace.dir)]).toEqual([false, false]);
  await using watched = await viewer.open("", { home: url });
  const { page } = watched;
  await turn(page, 1).locator(".narration").first().waitFor();
  expect(await page.locator("#transcript").innerText()).toContain(`${HEARD}, stroke`);
  for (const name of await page.getByRole("tab").allInnerTexts()) {
    await page.getByRole("tab", { name: name.replace(/\d+$/, "").trim() }).click();
    expect(await page.locator("main").textContent()).not.toMatch(/See as|Private moments|Wishes|Backstory/);
    await isInert(page);
  }
  await page.goto(`${url}#/sessions/shared?as=0`);
  await page.getByText("This page is not in the exported file.").waitFor();
});
