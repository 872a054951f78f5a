/**
 * The list of sessions and a session's page for a first visit: filters with the played values, sessions to compare,
 * readable text.
 */
import { expect, test } from "vitest";
import { openViewer, soon } from "./open-viewer.ts";

const viewer = openViewer();

test("a finding leads to its quote, highlighted beside the other session", async () => {
  await using watched = await viewer.open("/compare?sessions=plain&sessions=looping");
  const { page } = watched;
  await page
    .locator(".side .whisper", { hasText: /^Only \w+ hears$/ })
    .first()
    .waitFor();
  const found = page.getByRole("article", { name: /^B, turn / }).filter({ has: page.locator(".issue-mark") });
  const turn = /turn (\d+)/.exec((await found.first().getAttribute("aria-label")) ?? "")![1]!;
  const side = page.getByRole("article", { name: `B, turn ${turn}`, exact: true });
  await side.locator(".issue-mark").first().click();
  await side.locator("mark.chosen").first().waitFor();
  await side.locator(".note.chosen").waitFor();
  await soon(async () => (await side.locator("mark.chosen").first().boundingBox())!.y).toSatisfy(
    (top) => Number(top) > 0 && Number(top) < page.viewportSize()!.height,
  );
});

test("any two sessions are ticked in the list and compared, by mouse or keyboard", async () => {
  await using watched = await viewer.open("/sessions");
  const { page } = watched;
  await page.getByRole("checkbox", { name: /leaky$/ }).check();
  await page.getByText("1 session selected: select another").waitFor();
  expect(await page.getByRole("link", { name: "Compare", exact: true }).count()).toBe(0);
  // Who looks into one and comes back finds the ticks where they were; a filter does not take them away.
  await page.locator(".session-row a.title[href$='/plain']").click();
  await page.locator(".session-header").waitFor();
  await page.goBack();
  await page.getByRole("combobox", { name: "Narrator" }).selectOption("house");
  await soon(() => page.locator(".session-row a.title").count()).toBe(1);
  await page.getByText("1 session selected: select another").waitFor();
  await page.getByRole("checkbox", { name: /plain$/ }).check();
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await page.getByRole("heading", { name: "house/leaky against house" }).waitFor();
  expect(new URL(page.url()).searchParams.getAll("sessions")).toEqual(["leaky", "plain"]);
});
