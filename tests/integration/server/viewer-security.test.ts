/**
 * What the viewer and its server must never do, for any client and any model output: in a real browser and over a real
 * port.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endless, hostileActor, tricks } from "../../browser/hostile-text.ts";
import { openViewer } from "../../browser/open-viewer.ts";
import { playInto, playMatrix } from "../../browser/viewer-workspace.ts";
import { isInert, spill, type WatchedPage } from "../../browser/watched-page.ts";
import { makeWorkspace, type Ask } from "../../support/server/served-workspace.ts";

const SECRET = "the-safe-opens-with-4711";
const evilName = `<img src=x onerror="window.ran=1">`;

const viewer = openViewer({
  async make() {
    const made = makeWorkspace();
    const bank = join(made.testBanks, "semantic/parent_test_bank.json");
    const { tests, ...rest } = JSON.parse(readFileSync(bank, "utf8")) as {
      tests: Array<Record<string, unknown>>;
    };
    const [first, ...others] = tests;
    const hostile = { ...first, name: tricks.join(" "), prompt: [...tricks, endless].join(" ") };
    writeFileSync(bank, JSON.stringify({ ...rest, tests: [hostile, ...others] }));
    const workspace = await playInto(made, [hostileActor], async (play, harness) => {
      await play({
        sessionId: "hostile",
        narrator: "house/hostile",
        playerModel: "house/hostile",
        turns: 5,
        players: 2,
      });
      await play({ sessionId: "plain", narrator: "house", turns: 11 });
      await playMatrix(harness, {
        dir: join(made.dir, "matrices", "hostile"),
        prompts: { [evilName]: "baseline", plain: "structured" },
        narrators: ["house/hostile"],
        turns: 3,
        playerModel: "house/hostile",
      });
    });
    const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
    cpSync(join(workspace.sessions, "hostile"), join(elsewhere, "stolen"), { recursive: true });
    writeFileSync(join(elsewhere, "stolen", "report.md"), SECRET);
    writeFileSync(join(workspace.dir, "secret.json"), JSON.stringify({ secret: SECRET }));
    symlinkSync(join(elsewhere, "stolen"), join(workspace.sessions, "linked"));
    symlinkSync(join(elsewhere, "stolen"), join(workspace.dir, "matrices", "linked"));
    mkdirSync(workspace.results, { recursive: true });
    symlinkSync(join(workspace.dir, "secret.json"), join(workspace.results, "results_2026-01-01-0000.json"));
    return workspace;
  },
});
const ask: Ask = (...request) => viewer.served.ask(...request);
beforeAll(async () => expect((await ask("/cli/test-harness?target=offline")).status).toBe(200));

describe("a page of another site, in a browser", () => {
  /** A chat: its name makes it another site, and its page has a link to a turn. */
  async function openChat(link: string) {
    const html = `<!doctype html><title>chat</title><a href="${link}">look at turn 5</a>`;
    const chat = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
    await new Promise<void>((resolve) => chat.listen(0, "localhost", resolve));
    const context = await viewer.browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://localhost:${(chat.address() as AddressInfo).port}/`);
    return {
      page,
      context,
      async [Symbol.asyncDispose]() {
        await context.close();
        await new Promise((resolve) => chat.close(resolve));
      },
    };
  }
  const showsTurn5 = (page: Page) =>
    page.getByRole("article", { name: "Turn 5", exact: true }).locator(".narration").first().waitFor();

  test("a link opens the turn; fetching, embedding and posting are refused", async () => {
    const { url } = viewer.served.server;
    await using chat = await openChat(`${url}/sessions/plain?turn=5`);
    const { page } = chat;
    const answers: string[] = [];
    page.on("response", (response) => {
      if (response.url().startsWith(url))
        answers.push(`${response.request().resourceType()} ${response.status()}`);
    });
    const read = (path: string, init: string) =>
      page.evaluate<string>(
        `fetch(${JSON.stringify(url + path)}, ${init}).then((answer) => answer.text(), () => "refused")`,
      );
    for (const path of ["/api/sessions", "/sessions/plain", "/cli/test-harness?banks=state"])
      expect([path, await read(path, "{}"), await read(path, '{ mode: "no-cors" }')]).toEqual([
        path,
        "refused",
        expect.stringMatching(/^(refused)?$/),
      ]);
    expect(await read("/api/operations/replay", `{ method: "POST", mode: "no-cors", body: "{}" }`)).toBe(
      "refused",
    );
    for (const tag of ["iframe", "embed", "script"])
      await page.evaluate(
        `new Promise((done) => {
          const one = document.createElement("${tag}");
          one.src = "${url}/sessions/plain";
          one.onload = one.onerror = done;
          setTimeout(done, 1500);
          document.body.append(one);
        })`,
      );
    expect(page.frames().map((frame) => frame.url())).not.toContain(`${url}/sessions/plain`);
    // The browser keeps the answers to fetches from the page, and from the tools that watch it.
    expect(new Set(answers)).toEqual(new Set(["document 403"]));
    await page.evaluate(
      `{
        const form = document.createElement("form");
        form.method = "post";
        form.action = "${url}/api/jobs";
        document.body.append(form);
        form.submit();
      }`,
    );
    await expect.poll(() => page.content()).toContain("foreign-request");
    await page.goBack();
    await page.getByText("look at turn 5").click();
    await showsTurn5(page);
    expect((await ask("/api/jobs")).json).toMatchObject({ jobs: [] });
  });
});

describe("names that lead elsewhere", () => {
  const up = "../../secret.json";
  const names = [
    "..",
    up,
    "..%2F..%2Fsecret.json",
    "%2e%2e%2f%2e%2e%2fsecret.json",
    "%252e%252e%252fsecret.json",
    "..%5c..%5csecret.json",
    "....//secret.json",
    "%2Fetc%2Fpasswd",
    "hostile%00",
    "hostile%2F..%2F..%2Fsecret.json",
    ".",
    "%00",
    "linked",
    "constructor",
    "linked~x",
    "hostile~..%2F..%2Fsecret.json",
    "a".repeat(2_000),
  ];
  const places = [
    "/api/sessions/ID",
    "/api/sessions/ID/turns",
    "/api/sessions/ID/download",
    "/api/sessions/ID/checkpoints/1",
    "/api/prompts/ID",
    "/api/stories/ID",
    "/api/ab/ID",
    "/api/bisects/ID",
    "/api/matrices/ID",
    "/api/matrices/ID/download",
    "/api/matrices/ID/rows",
    "/api/jobs/ID",
    "/api/operations/ID",
    "/api/results/ID",
    "/api/retrieval/tests/ID",
    "/cli/test-harness/test/ID",
    "/api/compare?sessions=hostile,ID",
    "/assets/ID",
    "/ID",
  ];
  test.each(places)("%s", async (place) => {
    for (const name of names) {
      const { status, text, headers } = await ask(place.replace("ID", name));
      expect(text, `${place} ${name}`).not.toMatch(new RegExp(`${SECRET}|root:`));
      // A page of the viewer is what unknown addresses get: it says what is not there.
      if (!headers["content-type"]?.includes("html"))
        expect([place, name, status]).toEqual([
          place,
          name,
          expect.toSatisfy((code: number) => code >= 400 && code < 500),
        ]);
    }
  });

  test("links are neither followed nor listed", async () => {
    for (const path of ["/api/sessions", "/api/experiments"])
      expect((await ask(path)).text).not.toMatch(new RegExp(`linked|results_2026-01-01|${SECRET}`));
  });
});

describe("model output is shown as text", () => {
  const id = encodeURIComponent("hostile~0001");
  const views: Array<[string, string]> = [
    ["/sessions", ".session-row a.title"],
    ["/sessions/hostile?turn=3", "article.turn .narration"],
    ["/sessions/hostile?lens=issues", ".lens, .empty"],
    ["/sessions/hostile?lens=score", ".lens"],
    ["/sessions/hostile?lens=players&as=0", ".lens"],
    ["/sessions/hostile?lens=texts", ".used-text pre"],
    ["/sessions/hostile/edit?turn=2&issue=0", ".estimate :is(p, li)"],
    ["/sessions/hostile?lens=branches", ".branch-tree"],
    ["/matrices/hostile", ".verdict-view"],
    [
      `/matrices/hostile?${new URLSearchParams({ story: "innsmouth", prompt: evilName, narrator: "house/hostile" })}`,
      ".experiment-page tbody a",
    ],
    ["/failures", ".issue-row, .empty"],
    ["/retrieval", ".score-panel"],
    ["/retrieval/tests/V2-GR-001", ".test-page .story"],
    [`/sessions/${encodeURIComponent(evilName)}`, "[role=alert]"],
    [`/sessions/${id}?lens=${encodeURIComponent(evilName)}&issue=javascript:1&turn=<b>`, "[role=alert]"],
    [`/compare?sessions=hostile&sessions=${encodeURIComponent(evilName)}`, "[role=alert]"],
  ];
  let watched: WatchedPage;
  beforeAll(async () => {
    watched = await viewer.open("", { ignore: /40[04]|422/ });
  });
  afterAll(() => watched?.[Symbol.asyncDispose]());

  test.each(views)("%s", async (path, shows) => {
    const { page, faults } = watched;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${viewer.served.server.url}${path}`);
    await page.locator(shows).first().waitFor();
    await isInert(page);
    expect(await spill(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await spill(page)).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
  });

  test("verbatim", async () => {
    await watched.page.goto(`${viewer.served.server.url}/sessions/hostile?turn=3`);
    await watched.page.locator("article.turn .narration").first().waitFor();
    const said = await watched.page.evaluate<string>("document.body.textContent");
    for (const trick of tricks.slice(0, 12)) expect(said).toContain(trick.replaceAll("\0", ""));
  });
});
