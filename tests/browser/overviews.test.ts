/** From overviews to one session: a session of a matrix, a row of the failures. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import type { IssuePage, SessionResult, TurnPage } from "../../src/contract/index.ts";
import { NARROW, openViewer, reading, soon, turn } from "./open-viewer.ts";
import { inPage } from "./watched-page.ts";

const viewer = openViewer();
const issuesOf = async (query: string) =>
  (await viewer.served.ask(`/api/issues${query}`)).json as unknown as IssuePage;
const SECOND = "Another finding of the same turn.";

/** Two issues in one turn, so that the turn does not identify the issue. */
beforeAll(async () => {
  const file = join(viewer.workspace.sessions, "looping", "session.json");
  const result = JSON.parse(readFileSync(file, "utf8")) as SessionResult;
  const last = result.issues.at(-1)!;
  const {
    turns: [told],
  } = (await viewer.served.ask(`/api/sessions/looping/turns?from=${last.turn}&limit=1`))
    .json as unknown as TurnPage;
  const second = {
    ...last,
    id: `${last.id}-2`,
    description: SECOND,
    evidence: [{ turn: last.turn, text: told!.narration[0]!.text.trim().slice(0, 80) }],
  };
  writeFileSync(file, JSON.stringify({ ...result, issues: [...result.issues, second] }));
  await vi.waitFor(async () => expect(JSON.stringify(await issuesOf(""))).toContain(SECOND), 60_000);
});

test("on a phone: a row of the failures opens that issue, at its turn, with its words highlighted", async () => {
  await using watched = await viewer.open("/", { width: NARROW });
  const { page } = watched;
  await page.getByRole("link", { name: "Failures" }).click();
  await page.getByRole("button", { name: "All", exact: true }).click();
  const { issues } = await issuesOf("?narrator=house/looping");
  const row = issues.find(({ description }) => description === SECOND)!;
  expect(
    issues.filter(({ session, turn }) => session === row.session && turn === row.turn).length,
  ).toBeGreaterThan(1);
  await page
    .locator(".issue-row", { hasText: SECOND })
    .getByRole("link", { name: /in turn/ })
    .click();
  await soon(() => page.url()).toMatch(new RegExp(`/sessions/${row.session}\\?.*turn=${row.turn}`));
  const chosen = page.locator(".issue-list .chosen");
  await soon(() => chosen.innerText()).toContain(SECOND);
  await soon(() => inPage<boolean>(page, "isInWindow", ".issue-list .chosen")).toBe(true);
  // On a narrow screen the transcript is one step away.
  await chosen.locator(".issue-head").click();
  await soon(() => reading(page)).toBe(`Turn ${row.turn}`);
  await turn(page, row.turn).locator("mark.chosen").first().waitFor();
  await page.getByRole("tab", { name: /^Findings/ }).click();
  await soon(() => chosen.innerText()).toContain(SECOND);
  await page.goBack();
  await page.locator(".issue-row").first().waitFor();
});

test("failures are searched and filtered, and the address keeps the filter", async () => {
  await using watched = await viewer.open("/failures?view=all");
  const { page } = watched;
  const status = page.locator(".page-head [role=status]");
  const totals = async (query: string) => `${(await issuesOf(query)).total} findings`;
  await soon(() => status.innerText()).toBe(await totals(""));
  await page.getByRole("searchbox").fill("another finding");
  await soon(() => page.locator(".issue-row").allInnerTexts()).toEqual([
    expect.stringContaining(SECOND) as string,
  ]);
  await page.getByRole("searchbox").fill("");
  const [kind] = (await issuesOf("")).facets.kind;
  await page.getByRole("group", { name: "Kind of finding" }).getByRole("button").first().click();
  await soon(() => status.innerText()).toBe(await totals(`?kind=${kind!.value}`));
  await page.reload();
  await soon(() => status.innerText()).toBe(await totals(`?kind=${kind!.value}`));
});
