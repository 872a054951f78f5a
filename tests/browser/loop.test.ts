/** The whole loop in the page: read a finding, edit the prompt, replay, compare, and keep the text. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { choices, type SessionView } from "../../src/contract/index.ts";
import { loadPrompt } from "../../src/playtest/index.ts";
import { NARROW, openViewer, soon, tab } from "./open-viewer.ts";
import { spill } from "./watched-page.ts";

const viewer = openViewer();
const RULE = "Never repeat a sentence.";

test("a failed session is edited, replayed, tested in pairs and kept, without a terminal", async () => {
  await using watched = await viewer.open("/sessions/looping", { ignore: /409/ });
  const { page } = watched;
  await tab(page, "Findings");
  const finding = page.locator(".issue-list li").filter({ hasText: "loop" }).first();
  const { repeated, turn } = /repeated turn (?<repeated>\d+)[^]*Edit and replay turn (?<turn>\d+)/.exec(
    await finding.innerText(),
  )!.groups!;
  await finding.getByRole("link", { name: `Edit and replay turn ${turn}` }).click();

  await page.getByLabel("The finding").getByText(`repeated turn ${repeated}`).waitFor();
  const prompt = page.getByRole("textbox", { name: "Prompt", exact: true });
  const before = await prompt.inputValue();
  expect(before).toBe(loadPrompt("baseline").text);
  await prompt.fill(`${before}\n\n${RULE}`);
  await soon(() => page.locator(".text-diff ins").allInnerTexts()).toEqual([expect.stringContaining(RULE)]);
  await page.getByRole("combobox", { name: "Narrator" }).selectOption("house");
  await soon(() => page.locator(".estimate").innerText()).toMatch(/Free[^]*Turns\s*6 likely/);

  await page.getByRole("button", { name: "Replay one branch" }).click();
  const branch = page.getByRole("region", { name: "Replayed branch" });
  await branch.getByText("One branch cannot tell cause from luck.").waitFor();
  await branch.getByRole("link", { name: "Compare with the original" }).click();
  await page.getByRole("region", { name: "Verdict" }).waitFor();
  await page.getByRole("link", { name: `Edit and replay turn ${turn}` }).click();

  // In pairs, the finding decides, and its turns are played.
  await page.getByRole("combobox", { name: "Replays" }).selectOption("up to 10 pairs");
  await page.getByText(`by whether the loop of turn ${turn} comes back`).waitFor();
  expect(await page.getByRole("spinbutton", { name: "Turns each" }).count()).toBe(0);
  await page.getByRole("button", { name: "Replay up to 10 pairs" }).click();
  await page
    .getByText(/the tweak helped: a loop came back by turn \d+ in 0 of 8 replays, unchanged in 8 of 8/)
    .waitFor();
  await soon(() => page.url()).toMatch(/\/ab\/ab-/);
  await page.goBack();

  // The draft is still there.
  await soon(() => prompt.inputValue()).toBe(`${before}\n\n${RULE}`);
  const name = page.getByRole("textbox", { name: "Name of the prompt" });
  await name.fill("baseline");
  await page.getByRole("button", { name: "Save prompt" }).click();
  await page.getByText(/There is already a prompt called baseline/).waitFor();
  const kept = join(viewer.workspace.dir, "prompts", "no-loops.md");
  expect(existsSync(join(viewer.workspace.dir, "prompts"))).toBe(false);
  await name.fill("no-loops");
  await page.getByRole("button", { name: "Save prompt" }).click();
  await page.getByText("Saved as prompts/no-loops.md.").waitFor();
  expect(readFileSync(kept, "utf8")).toBe(`${before}\n\n${RULE}\n`);
  expect(choices.parse((await viewer.served.ask("/api/choices")).json).prompts).toContain("no-loops");
  await page.getByRole("tab", { name: "Prompt: no-loops" }).waitFor();
  // From now on the text has a name, which the next branches carry.
  expect(await page.getByRole("combobox", { name: "Start from" }).inputValue()).toBe("no-loops");

  // The kept file is shown beside the session's own text only under its own name; the lens shows what was used.
  await page.getByRole("link", { name: "innsmouth · baseline · house/looping" }).click();
  await tab(page, "Prompt & guide");
  await soon(() => page.getByLabel("The prompt baseline").innerText()).toBe(before);
});

test("a recorded session is replayed by the house cast in one branch, without the advice to replay pairs", async () => {
  await using watched = await viewer.open("/sessions/plain/edit?turn=12", {
    before: (page) =>
      page.route("**/api/sessions/plain", async (route) => {
        const answer = await route.fetch();
        const view = (await answer.json()) as SessionView;
        const turns = view.turns.map((turn) => ({ ...turn, recorded: true }));
        await route.fulfill({ response: answer, json: { ...view, turns } });
      }),
  });
  const { page } = watched;
  const replays = page.getByRole("combobox", { name: "Replays" });
  await replays.selectOption("up to 10 pairs");
  const estimate = page.getByRole("complementary", { name: "Estimate" });
  await estimate.getByRole("button", { name: "Use the house cast" }).click();
  await page.getByText("Pairs need the session's own models.").waitFor();
  await page.getByRole("button", { name: "Replay one branch" }).click();
  const branch = page.getByRole("region", { name: "Replayed branch" });
  await branch.getByText("not evidence").waitFor();
  await soon(() => branch.innerText()).toMatch(/cannot tell cause from luck\.$/);
});

test("on a phone: a broken guide is explained, edits survive leaving, and a loaded text can be undone", async () => {
  await using watched = await viewer.open("/sessions/leaky/edit?turn=3", { width: NARROW, ignore: /422/ });
  const { page } = watched;
  await tab(page, "Guide");
  const guide = page.getByRole("textbox", { name: "Guide (structured, as JSON)" });
  const text = await guide.inputValue();
  await guide.press("Control+Home");
  await guide.press("ArrowRight");
  await page.keyboard.type('"titel": 1,');
  await soon(() => page.locator(".estimate").innerText()).toMatch(
    /unknown field "titel" .did you mean title/,
  );
  expect(await spill(page)).toBeLessThanOrEqual(0);
  await page.getByRole("link", { name: /innsmouth · baseline/ }).click();
  await page.getByRole("article").first().waitFor();
  await page.goBack();
  await tab(page, "Guide (edited)");
  await soon(() => guide.inputValue()).toContain('"titel"');
  await page.getByRole("combobox", { name: "Start from" }).selectOption("salt-road");
  await soon(() => guide.inputValue()).toContain("Salt Road");
  await page.getByRole("combobox", { name: "Start from" }).selectOption("innsmouth (edited)");
  await soon(() => guide.inputValue()).toContain('"titel"');
  await page.getByRole("button", { name: "Discard all changes" }).click();
  await soon(() => guide.inputValue()).toBe(text);
});
