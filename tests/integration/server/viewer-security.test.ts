/**
 * What the viewer and its server must never do, for any client and any model output: in a real browser and over a real
 * port.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TurnPage } from "../../../src/contract/index.ts";
import { exportPage } from "../../../src/server/index.ts";
import { openBrowser } from "../../browser/chromium.ts";
import { endless, hostileActor, tricks } from "../../browser/hostile-text.ts";
import { playInto, playMatrix, type ViewerWorkspace } from "../../browser/viewer-workspace.ts";
import { openPage, spill } from "../../browser/watched-page.ts";
import { houseHarness } from "../../support/house-cast/house-harness.ts";
import { makeWorkspace, serveWorkspace, type Served } from "../../support/server/served-workspace.ts";

const SECRET = "the-safe-opens-with-4711";
const evilName = `<img src=x onerror="window.ran=1">`;

let [workspace, served, browser] = [] as unknown as [ViewerWorkspace, Served, Browser];
beforeAll(async () => {
  const made = makeWorkspace();
  const bank = join(made.testBanks, "semantic/parent_test_bank.json");
  const { tests, ...rest } = JSON.parse(readFileSync(bank, "utf8")) as {
    tests: Array<Record<string, unknown>>;
  };
  writeFileSync(
    bank,
    JSON.stringify({
      ...rest,
      tests: tests.map((one, at) =>
        at === 0 ? { ...one, name: tricks.join(" "), prompt: [...tricks, endless].join(" ") } : one,
      ),
    }),
  );
  [workspace, browser] = await Promise.all([
    playInto(made, [hostileActor], async (play, harness) => {
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
    }),
    openBrowser(),
  ]);
  const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
  cpSync(join(workspace.sessions, "hostile"), join(elsewhere, "stolen"), { recursive: true });
  writeFileSync(join(elsewhere, "stolen", "report.md"), SECRET);
  writeFileSync(join(workspace.dir, "secret.json"), JSON.stringify({ secret: SECRET }));
  symlinkSync(join(elsewhere, "stolen"), join(workspace.sessions, "linked"));
  symlinkSync(join(elsewhere, "stolen"), join(workspace.dir, "matrices", "linked"));
  mkdirSync(workspace.results, { recursive: true });
  symlinkSync(join(workspace.dir, "secret.json"), join(workspace.results, "results_2026-01-01-0000.json"));
  served = await serveWorkspace(workspace);
  expect((await served.ask("/cli/test-harness?target=offline")).status).toBe(200);
}, 90_000);
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
  workspace?.[Symbol.dispose]();
  expect(served.bugs).toEqual([]);
});

describe("foreign requests", () => {
  const paths = [
    "/",
    "/sessions/hostile",
    "/icon.svg",
    "/api/sessions",
    "/api/sessions/hostile",
    "/api/sessions/hostile/turns",
    "/api/issues",
    "/api/matrices",
    "/api/compare?sessions=hostile,hostile",
    "/api/choices",
    "/api/jobs",
    "/api/events",
    "/api/retrieval/overview",
    "/api/check-runs",
    "/openapi.json",
    "/cli/test-harness",
  ];
  const foreign: Array<[string, Record<string, string>]> = [
    ["under another name", { host: "evil.example" }],
    ["under another name of the right port", { host: "evil.example:4173" }],
    ["from another site's page", { "sec-fetch-site": "cross-site" }],
    ["from another port of this machine", { "sec-fetch-site": "same-site" }],
    ["of another origin", { origin: "https://evil.example" }],
    ["of an origin without a name", { origin: "null" }],
  ];
  test.each(foreign)("%s are refused", async (_, headers) => {
    for (const path of paths) {
      const answer = await served.ask(path, { headers });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.text).not.toContain("innsmouth");
    }
    for (const [path, json] of [
      ["/api/replays", { session: "hostile", turn: 1, turns: 1 }],
      ["/api/check-runs", { target: "offline" }],
      ["/api/sessions/hostile/stop", {}],
    ] as const)
      expect((await served.ask(path, { json, headers })).status).toBe(403);
    expect((await served.ask("/api/jobs/x", { method: "DELETE", headers })).status).toBe(403);
    expect((await served.ask("/api/jobs")).json).toMatchObject({ jobs: [] });
  });

  test("form posts, which need no preflight, are not accepted as JSON", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const { status } = await served.ask("/api/replays", {
        body: '{"session":"hostile","turn":1,"turns":1}',
        headers: { "content-type": type },
      });
      expect([type, status]).toEqual([
        type,
        expect.toSatisfy((code: number) => code === 415 || code === 422),
      ]);
    }
    expect((await served.ask("/api/jobs")).json).toMatchObject({ jobs: [] });
  });

  test("from a network need a token", async () => {
    for (const host of ["0.0.0.0", "::"])
      await expect(serveWorkspace(workspace, { host })).rejects.toMatchObject({ code: "token-needed" });
    await using open = await serveWorkspace(workspace, {
      host: "0.0.0.0",
      token: "a-secret-of-24-letters-or-more",
    });
    for (const path of ["/", "/api/sessions", "/api/events", "/icon.svg"])
      expect([path, (await open.ask(path)).status]).toEqual([path, 401]);
    expect(
      (
        await open.ask("/api/sessions", {
          headers: { authorization: "Bearer a-secret-of-24-letters-or-more" },
        })
      ).status,
    ).toBe(200);
  });
});

describe("a page of another site, in a browser", () => {
  /** A chat: its name makes it another site, and its page has a link to a turn. */
  async function openChat(link: string) {
    const html = `<!doctype html><title>chat</title><a href="${link}">look at turn 5</a>`;
    const chat = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
    await new Promise<void>((resolve) => chat.listen(0, "localhost", resolve));
    const context = await browser.newContext();
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
    const { url } = served.server;
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
    expect(await read("/api/replays", `{ method: "POST", mode: "no-cors", body: "{}" }`)).toBe("refused");
    for (const tag of ["iframe", "embed", "script"])
      await page.evaluate(
        `new Promise((done) => { const one = document.createElement("${tag}"); one.src = "${url}/sessions/plain"; one.onload = one.onerror = done; setTimeout(done, 1500); document.body.append(one); })`,
      );
    expect(page.frames().map((frame) => frame.url())).not.toContain(`${url}/sessions/plain`);
    // The browser keeps the answers to fetches from the page, and from the tools that watch it.
    expect(new Set(answers)).toEqual(new Set(["document 403"]));
    await page.evaluate(
      `(() => { const form = document.createElement("form"); form.method = "post"; form.action = "${url}/api/jobs"; document.body.append(form); form.submit(); })()`,
    );
    await expect.poll(() => page.content()).toContain("foreign-origin");
    await page.goBack();
    await page.getByText("look at turn 5").click();
    await showsTurn5(page);
    expect((await served.ask("/api/jobs")).json).toMatchObject({ jobs: [] });
  });

  test("with a token, the link leads to the login form once, and then to the turn", async () => {
    await using open = await serveWorkspace(workspace, { token: "a-secret-of-24-letters-or-more" });
    const { url } = open.server;
    await using chat = await openChat(`${url}/sessions/plain?turn=5`);
    const { page, context } = chat;
    const there = page.url();
    await page.getByText("look at turn 5").click();
    await page.getByLabel("Token").fill("not the token");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("This token is wrong.").waitFor();
    await page.getByLabel("Token").fill("a-secret-of-24-letters-or-more");
    await page.keyboard.press("Enter");
    await showsTurn5(page);
    await page.goto(there);
    await page.getByText("look at turn 5").click();
    await showsTurn5(page);
    expect(page.url()).toBe(`${url}/sessions/plain?turn=5`);
    // The cookie is lost while the page is open.
    await context.clearCookies();
    await page.getByRole("link", { name: "Failures" }).click();
    await page.getByLabel("Token").waitFor();
    expect(new URL(page.url()).searchParams.get("next")).toBe("/failures");
    await page.getByLabel("Token").fill("a-secret-of-24-letters-or-more");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("Token").waitFor();
    expect(await context.cookies()).toEqual([]);
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
    "linked~x",
    "hostile~..%2F..%2Fsecret.json",
    "a".repeat(2_000),
  ];
  const places = [
    "/api/sessions/ID",
    "/api/sessions/ID/turns",
    "/api/sessions/ID/report",
    "/api/matrices/ID",
    "/api/matrices/ID/rows",
    "/api/matrices/ID/heat",
    "/api/jobs/ID",
    "/api/check-runs/ID",
    "/api/results/ID",
    "/api/retrieval/tests/ID",
    "/cli/test-harness/test/ID",
    "/api/compare?sessions=hostile,ID",
    "/assets/ID",
    "/ID",
  ];
  test.each(places)("%s", async (place) => {
    for (const name of names) {
      const { status, text, headers } = await served.ask(place.replace("ID", name));
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

  test("a replay of something missing is refused", async () => {
    for (const session of ["..", up, "linked", "hostile\0", "/etc"])
      expect((await served.ask("/api/replays", { json: { session, turn: 1, turns: 1 } })).status).toBe(404);
    expect(
      (
        await served.ask("/api/replays", {
          json: { session: "hostile", turn: 1, turns: 1, prompt: "../../secret.json" },
        })
      ).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await served.ask("/api/jobs")).json).toMatchObject({ jobs: [] });
  });

  test("links are neither followed nor listed", async () => {
    for (const path of ["/api/sessions", "/api/matrices", "/api/results"])
      expect((await served.ask(path)).text).not.toMatch(new RegExp(`linked|results_2026-01-01|${SECRET}`));
  });
});

/** No text has become markup, and no script ran. */
async function isInert(page: Page): Promise<void> {
  expect(await page.evaluate("window.ran")).toBeUndefined();
  expect(
    await page.evaluate(
      `document.querySelectorAll("#root :is(script, img:not(.brand img), iframe, object, embed, style, link, meta, base, form[action], [onerror], [onload], [srcdoc])").length`,
    ),
  ).toBe(0);
  expect(
    await page.evaluate<string[]>(
      `[...document.querySelectorAll("a")].map((a) => a.getAttribute("href") ?? "").filter((href) => !/^(#|\\/(?!\\/))/.test(href) && !href.startsWith("https://reactflow.dev"))`,
    ),
  ).toEqual([]);
}

describe("model output is shown as text", () => {
  const id = encodeURIComponent("hostile~0001");
  const views: Array<[string, string]> = [
    ["/sessions", "a.session-link"],
    ["/sessions/hostile?turn=3", "article.turn .narration"],
    ["/sessions/hostile?lens=issues", ".lens, .empty"],
    ["/sessions/hostile?lens=score", ".lens"],
    ["/sessions/hostile?lens=relay", ".lens, .empty"],
    ["/sessions/hostile?lens=players&as=0", ".lens"],
    ["/sessions/hostile?lens=texts", ".used-text pre"],
    ["/sessions/hostile/edit?turn=2&issue=0", ".estimate :is(p, li)"],
    ["/sessions/hostile?lens=branches", ".branch-tree"],
    ["/matrices/hostile", ".heat-cell"],
    [
      `/matrices/hostile?${new URLSearchParams({ story: "innsmouth", prompt: evilName, narrator: "house/hostile" })}`,
      ".cell-sessions tbody",
    ],
    ["/failures", ".issue-entry, .empty"],
    ["/retrieval", ".health"],
    ["/retrieval/tests/V2-GR-001", ".test-page .prompt"],
    [`/sessions/${encodeURIComponent(evilName)}`, "[role=alert]"],
    [`/sessions/${id}?lens=${encodeURIComponent(evilName)}&issue=javascript:1&turn=<b>`, "[role=alert]"],
    [`/compare?sessions=hostile,${encodeURIComponent(evilName)}`, "[role=alert]"],
  ];
  test.each(views)("%s", async (path, shows) => {
    await using watched = await openPage(browser, { home: served.server.url, ignore: /40[04]|422/ });
    const { page } = watched;
    await page.goto(`${served.server.url}${path}`);
    await page.locator(shows).first().waitFor();
    await isInert(page);
    expect(await spill(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await spill(page)).toBeLessThanOrEqual(0);
  });

  test("verbatim", async () => {
    await using watched = await openPage(browser, { home: served.server.url });
    await watched.page.goto(`${served.server.url}/sessions/hostile?turn=3`);
    await watched.page.locator("article.turn .narration").first().waitFor();
    const said = await watched.page.evaluate<string>("document.body.textContent");
    for (const trick of tricks.slice(0, 12)) expect(said).toContain(trick.replaceAll("\0", ""));
  });
});

describe("an exported file", () => {
  const write = async (path: string, isPublic = false): Promise<{ url: string; html: string }> => {
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
    return { url: `file://${file}`, html };
  };
  const open = async (url: string, shows: string, work: (page: Page) => Promise<void> = async () => {}) => {
    await using watched = await openPage(browser, { home: url });
    const { page } = watched;
    await page.goto(url);
    await page.locator(shows).first().waitFor();
    await work(page);
    await isInert(page);
    expect(await spill(page)).toBeLessThanOrEqual(0);
  };

  test("of a session shows flow, transcript, players' views, issues and score, and makes no request", async () => {
    const { url, html } = await write(join(workspace.sessions, "hostile"));
    expect(html).not.toContain(workspace.dir);
    expect(html.match(/<script/g)).toHaveLength(2);
    await open(url, ".flow-node", async (page) => {
      await page.locator("article.turn .narration").first().waitFor();
      for (const lens of ["Findings", "Score", "Pace & cost", "Relay", "Players"]) {
        await page.getByRole("tab", { name: lens }).click();
        await isInert(page);
      }
      await page.locator(".eyes select").selectOption("1");
      await page.locator(".eyes-note").waitFor();
      expect(await page.getByRole("button", { name: /Replay/ }).count()).toBe(0);
      await page.reload();
      await page.locator(".eyes-note").waitFor();
    });
  });

  test("of a matrix links to its sessions", async () => {
    const { url } = await write(join(workspace.dir, "matrices", "hostile"));
    await open(url, ".heat-cell", async (page) => {
      await page.locator(".heat-cell").first().click();
      await page.locator(".cell-sessions tbody a").first().click();
      await page.locator("article.turn .narration").first().waitFor();
      await page.goBack();
      await page.locator(".cell-sessions").waitFor();
    });
  });

  test("of a check links to its tests", async () => {
    const { results_file } = (await served.ask("/cli/test-harness?target=offline")).json as unknown as {
      results_file: string;
    };
    const { url } = await write(join(workspace.results, results_file.split("/").at(-1)!));
    await open(url, ".health", async (page) => {
      await page.locator("a[href*='/retrieval/tests/V2-GR-001']").first().click();
      await page.locator(".test-page .prompt").waitFor();
      expect(await page.getByRole("button", { name: /Run/ }).count()).toBe(0);
    });
  });

  test("in public mode has only what everybody heard", async () => {
    const dir = join(workspace.sessions, "plain");
    const { turns } = (await served.ask("/api/sessions/plain/turns?limit=200")).json as unknown as TurnPage;
    const secrets = turns.flatMap(({ narration, players }) => [
      ...narration.flatMap(({ text, to }) => (to === null ? [] : [text])),
      ...players.flatMap(({ private: answer }) => answer?.answer ?? []),
    ]);
    expect(secrets.length).toBeGreaterThan(1);
    const has = ({ html }: { html: string }) =>
      secrets.filter((secret) => html.includes(JSON.stringify(secret.trim()).slice(1, -1)));
    expect(has(await write(dir))).toEqual(secrets);
    expect(has(await write(dir, true))).toEqual([]);
  });

  test("of anything else is refused", async () => {
    for (const path of [workspace.dir, join(workspace.dir, "nowhere"), join(workspace.dir, "secret.json")])
      await expect(write(path)).rejects.toMatchObject({ code: "not-exportable" });
  });
});
