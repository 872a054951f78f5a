/** From overviews to one session: a session of a matrix, a row of the failures. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { IssueKindsView, IssuePage, SessionResult, TurnPage } from "../../src/contract/index.ts";
import { NARROW, openViewer, reading, soon, turn } from "./open-viewer.ts";

const viewer = openViewer();
const issuesOf = async (query: string) =>
  (await viewer.served.ask(`/api/issues${query}`)).json as unknown as IssuePage;
const SECOND = "Another finding of the same turn.";

/** Two issues in one turn, so that the turn does not identify the issue. */
beforeAll(async () => {
  mkdirSync(join(viewer.workspace.dir, "matrices", "spoiled", "sessions"), { recursive: true });
  writeFileSync(join(viewer.workspace.dir, "matrices", "spoiled", "plan.json"), "{ not JSON");
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

describe.each([NARROW])("%i pixels wide", (width) => {
  test("a row of the failures opens that issue, at its turn, with its words highlighted", async () => {
    await using watched = await viewer.open("/", { width });
    const { page } = watched;
    await page.getByRole("link", { name: "Failures" }).click();
    await page.getByRole("button", { name: "Show as one list" }).click();
    const { issues } = await issuesOf("?narrator=house/looping");
    const row = issues.find(({ description }) => description === SECOND)!;
    expect(
      issues.filter(({ session, turn }) => session === row.session && turn === row.turn).length,
    ).toBeGreaterThan(1);
    await page
      .locator(".issue-entry", { hasText: SECOND })
      .getByRole("link", { name: /in turn/ })
      .click();
    await soon(() => page.url()).toMatch(new RegExp(`/sessions/${row.session}\\?.*turn=${row.turn}`));
    const chosen = page.locator(".issue-list .chosen");
    await soon(() => chosen.innerText()).toContain(SECOND);
    await soon(() =>
      page.evaluate(
        `(({ top, bottom }) => top >= 0 && bottom <= innerHeight + 1)(document.querySelector(".issue-list .chosen").getBoundingClientRect())`,
      ),
    ).toBe(true);
    // On a narrow screen the transcript is one step away.
    if (width === NARROW) await chosen.locator(".issue-head").click();
    await soon(() => reading(page)).toBe(`Turn ${row.turn}`);
    await turn(page, row.turn).locator("mark.chosen").first().waitFor();
    if (width === NARROW) {
      await page.getByRole("tab", { name: /^Findings/ }).click();
      await soon(() => chosen.innerText()).toContain(SECOND);
    }
    await page.goBack();
    await page.locator(".issue-entry").first().waitFor();
  });

  test("a matrix links to its sessions, and back to the filtered list", async () => {
    await using watched = await viewer.open("/", { width });
    const { page } = watched;
    await page.getByRole("link", { name: "Experiments" }).click();
    await page.locator("main a[href*='small']").first().click();
    await page.getByRole("combobox", { name: /^Prompt/ }).selectOption("structured");
    await soon(() => new URL(page.url()).searchParams.get("prompt")).toBe("structured");
    await soon(() => page.locator(".matrix-page tbody a", { hasText: "baseline" }).count()).toBe(0);
    await page.locator(".matrix-page tbody a").first().click();
    await soon(() => decodeURIComponent(page.url())).toMatch(/\/sessions\/small~000\d/);
    await page.locator("article.turn .narration").first().waitFor();
    expect(await page.locator(".session-header").innerText()).toContain("structured");
    await page.goBack();
    await page.locator(".matrix-page tbody a").first().waitFor();
  });
});

test("failures are grouped by kind, searched and filtered, and the address keeps the filter", async () => {
  await using watched = await viewer.open("/failures");
  const { page } = watched;
  const status = page.locator(".page-head [role=status]");
  const totals = async (query: string) => (await issuesOf(query)).total;
  const all = `${await totals("")} findings in`;
  await soon(() => status.innerText()).toContain(all);
  const { kinds } = (await viewer.served.ask("/api/issue-kinds")).json as unknown as IssueKindsView;
  expect(await page.locator(".issue-kind h2").allInnerTexts()).toEqual(
    kinds.map(({ kind }) => expect.stringMatching(new RegExp(kind.replaceAll("-", " "), "i")) as string),
  );
  const [{ worst }] = kinds as [IssueKindsView["kinds"][number]];
  const first = page.locator(".issue-entry").first();
  expect(await first.innerText()).toContain(worst.description);
  expect(await first.getByRole("link", { name: /Edit and replay/ }).getAttribute("href")).toBe(
    `/sessions/${encodeURIComponent(worst.session)}/edit?turn=${worst.turn}&issue=${worst.index}`,
  );
  await page.getByRole("searchbox").fill("another finding");
  await soon(() => page.locator(".issue-entry").allInnerTexts()).toEqual([
    expect.stringContaining(SECOND) as string,
  ]);
  await page.getByRole("searchbox").fill("");
  await soon(() => status.innerText()).toContain(all);
  await page.locator(".facet button", { hasText: "house/looping" }).click();
  const looping = `${await totals("?narrator=house/looping")} findings in`;
  await soon(() => status.innerText()).toContain(looping);
  expect(await page.locator(".issue-entry .where").allInnerTexts()).toEqual(
    expect.not.arrayContaining([expect.not.stringContaining("house/looping") as string]),
  );
  await page.reload();
  await soon(() => status.innerText()).toContain(looping);
  await page.getByRole("button", { name: "Show all", exact: true }).click();
  await soon(() => status.innerText()).toContain(all);
});

test("words are found across sessions, and a passage opens at its turn", async () => {
  await using watched = await viewer.open("/matrices/small");
  const { page } = watched;
  await page.locator(".verdict-view").waitFor();
  // This page has no search box of its own.
  await page.keyboard.press("/");
  await page.getByRole("searchbox", { name: "Words to search for" }).fill("fathom");
  await page.keyboard.press("Enter");
  const passage = page.locator(".passage").first();
  await passage.waitFor();
  expect((await passage.locator("mark").first().innerText()).toLowerCase()).toBe("fathom");
  const number = /turn (\d+)/.exec(await passage.innerText())![1]!;
  await passage.click();
  await soon(() => reading(page)).toBe(`Turn ${number}`);
  await page.goBack();
  await passage.waitFor();
});
