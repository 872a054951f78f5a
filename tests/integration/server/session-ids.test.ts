/** Session ids: they are unique, and reach only sessions. Requests that are too large. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { comparisonView, problem, sessionPage } from "../../../src/contract/index.ts";
import { SECRET } from "../../support/server/playtest-workspace.ts";
import { allSessions, servePlaytests, soon } from "../../support/server/served-playtests.ts";
import { serveWorkspace } from "../../support/server/served-workspace.ts";

const { ask, ids, list, workspace } = servePlaytests();

describe("ids", () => {
  test("no two folders have the same id, for any names", async () => {
    const dir = mkdtempSync(join(tmpdir(), "alike-"));
    const folders = [
      "sessions/plain",
      "sessions/m~x",
      "sessions/ab~m~x",
      "sessions/m=7Ex",
      "matrices/m/sessions/x",
      "matrices/ab/sessions/x",
      "matrices/m~x/sessions/y",
      "matrices/m/sessions/x~y",
      "abs/m/sessions/x",
      "bisects/m/sessions/x",
    ];
    for (const folder of folders) {
      cpSync(join(workspace.sessions, "plain-rushed"), join(dir, folder), { recursive: true });
      writeFileSync(join(dir, folder, "report.md"), folder);
    }
    await using own = await serveWorkspace({ ...workspace, dir });
    const { sessions } = sessionPage.parse((await own.ask("/api/sessions")).json);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(folders.length);
    expect(
      await Promise.all(
        sessions.map(
          async ({ id }) => (await own.ask(`/api/sessions/${encodeURIComponent(id)}/report`)).text,
        ),
      ),
    ).toEqual(expect.arrayContaining(folders));
    const of = (folder: string) => sessions.find(({ id }) => id === folder)?.of;
    expect([of("plain"), of("m~x"), of("ab~m~x"), of("bisect~m~x")]).toEqual([
      undefined,
      { kind: "matrix", id: "m" },
      { kind: "ab", id: "m" },
      { kind: "bisect", id: "m" },
    ]);
    expect(
      sessionPage
        .parse((await own.ask("/api/sessions?matrix=m")).json)
        .sessions.map(({ id }) => id)
        .sort(),
    ).toEqual(["m~x", "m~x=7Ey"]);
    rmSync(dir, { recursive: true });
  });

  test("long ones and ones with commas can be compared, paged and opened", async () => {
    const names = [`long-${"x".repeat(200)}`, "one,two"];
    for (const name of names)
      cpSync(join(workspace.sessions, "plain-rushed"), join(workspace.sessions, name), { recursive: true });
    await soon(async () => (await ids("?q=one,two")).length).toBe(1);
    const asked = names.map((name) => `sessions=${encodeURIComponent(name)}`).join("&");
    expect(
      comparisonView.parse((await ask(`/api/compare?${asked}`)).json).sessions.map(({ id }) => id),
    ).toEqual(names);
    expect((await ask(`/api/sessions?cursor=${names[0]}`)).status).toBe(200);
    for (const name of names) rmSync(join(workspace.sessions, name), { recursive: true });
    await soon(async () => (await list()).total).toBe(allSessions.length);
  });
});

describe("sizes", () => {
  test.each([
    ["/api/sessions?story=", 301, "story"],
    ["/api/sessions?matrix=", 301, "matrix"],
    ["/api/sessions?cursor=", 1_001, "cursor"],
    ["/api/issues?detector=", 301, "detector"],
    ["/api/issues?cursor=", 1_001, "cursor"],
    ["/api/matrices?cursor=", 1_001, "cursor"],
    ["/api/matrices/small/rows?narrator=", 301, "narrator"],
    ["/api/compare?sessions=plain&sessions=", 1_001, "sessions"],
  ])("%s and %i letters are refused", async (path, length, field) => {
    const { status, json, text } = await ask(path + "x".repeat(length));
    expect({ status, field: json.error.field }).toEqual({ status: 422, field });
    expect(text.length).toBeLessThan(1_000);
  });

  test("a long unknown name is shortened in the message, and so are many", async () => {
    const long = await ask("/api/replays", { json: { session: "plain", turn: 1, ["k".repeat(500_000)]: 1 } });
    expect({
      status: long.status,
      isShort: long.text.length < 2_000,
      starts: long.json.error.field!.startsWith("kkkk"),
    }).toEqual({ status: 422, isShort: true, starts: true });
    const many = await ask("/api/replays", {
      json: {
        session: "plain",
        turn: 1,
        ...Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, 1])),
      },
    });
    expect({ status: many.status, isShort: many.text.length < 8_000 }).toEqual({
      status: 422,
      isShort: true,
    });
    const session = await ask("/api/replays", { json: { session: "s".repeat(100_000), turn: 1 } });
    expect({ status: session.status, isShort: session.text.length < 2_000 }).toEqual({
      status: 422,
      isShort: true,
    });
  });

  test.each(["", "%20", "1e1", "0x5", "-1", "1.0"])(
    "limit=%s is not a valid number of rows",
    async (limit) => {
      for (const path of [
        "/api/sessions",
        "/api/sessions/plain/turns",
        "/api/issues",
        "/api/matrices",
        "/api/matrices/small/rows",
        "/api/check-runs",
        "/api/results",
      ])
        expect([path, (await ask(`${path}?limit=${limit}`)).status]).toEqual([path, 422]);
    },
  );
});

describe("unreachable by any id", () => {
  const bad = [
    "..",
    "../secret.txt",
    "..%2f..%2fsecret.txt",
    "%2e%2e%2f%2e%2e%2fsecret.txt",
    "%2e%2e",
    "..%5csecret.txt",
    "%2fetc%2fpasswd",
    "plain%00",
    "%00",
    "plain%2fturn-1.json",
    "plain/../../secret.txt",
    "linked",
    "archive",
    "archive%2fold",
    "small~..%2f..%2fx",
    "small~linked",
    "linked~0001-innsmouth-a-house",
    "..~..",
    "..%252fsecret.txt",
    ".",
    "%E0%A4%A",
  ];
  const routes: Array<[string, (id: string) => string, string?]> = [
    ["GET", (id) => `/api/sessions/${id}`],
    ["GET", (id) => `/api/sessions/${id}/turns`],
    ["GET", (id) => `/api/sessions/${id}/report`],
    ["GET", (id) => `/api/sessions/${id}/checkpoints/1`],
    ["POST", (id) => `/api/sessions/${id}/stop`],
    ["GET", (id) => `/api/compare?sessions=plain,${id}`],
    ["GET", (id) => `/api/matrices/${id}`],
    ["GET", (id) => `/api/matrices/${id}/rows`],
    ["GET", (id) => `/api/matrices/${id}/heat`],
    ["GET", (id) => `/api/jobs/${id}`],
    ["DELETE", (id) => `/api/jobs/${id}`],
  ];
  test.each(bad)("%s", async (id) => {
    for (const [method, path] of routes) {
      const { status, text, headers } = await ask(path(id), { method });
      // Dots in an address are resolved before routing: the rest is a page of the viewer, or nothing.
      const isPage = headers["content-type"]?.startsWith("text/html") === true;
      if (!isPage && !/^\/api\/(sessions|matrices|jobs)\/(\.|%2e)/.test(path(id)))
        expect([path(id), status, problem.safeParse(JSON.parse(text)).success]).toEqual([
          path(id),
          expect.toSatisfy((code: number) => [404, 405, 422].includes(code)),
          true,
        ]);
      expect(text).not.toMatch(new RegExp(`${SECRET}|root:|\\bat .*\\.[cm]?[jt]s:\\d+`));
    }
    const replay = await ask("/api/replays", { json: { session: decodeSafely(id), turn: 1 } });
    expect([404, 422]).toContain(replay.status);
  });

  test.each(["report.md", "turn-7.json", "session.json", "calls.jsonl", "verdicts/x.json"])(
    "a link inside a session's folder is not followed: %s",
    async (name) => {
      const dir = join(workspace.sessions, "holed");
      cpSync(join(workspace.sessions, "plain-rushed"), dir, {
        recursive: true,
        filter: (path) => !path.endsWith(name),
      });
      mkdirSync(join(dir, "verdicts"));
      symlinkSync(join(workspace.dir, "secret.txt"), join(dir, name));
      await soon(async () => (await list("?q=holed")).sessions[0]).toMatchObject({
        unreadable: expect.stringContaining(`${name} is a link`) as string,
        damage: [{ file: name }],
      });
      for (const path of ["", "/turns", "/report"]) {
        const { status, text, json } = await ask(`/api/sessions/holed${path}`);
        expect({ status, code: json.error.code, leaks: text.includes(SECRET) }).toEqual({
          status: 400,
          code: "unreadable-session",
          leaks: false,
        });
      }
      expect(
        (await ask("/api/replays", { json: { session: "holed", turn: 7, turns: 1 } })).json.error.code,
      ).toBe("unreadable-session");
      rmSync(dir, { recursive: true });
      await soon(async () => (await list("?q=holed")).total).toBe(0);
    },
  );

  test("foreign pages are refused on every playtest path", async () => {
    for (const [method, path] of [
      ...routes,
      ["GET", () => "/api/events"],
      ["GET", () => "/api/issues"],
      ["POST", () => "/api/replays"],
      ["GET", () => "/"],
      ["GET", () => "/assets/x.js"],
    ] as typeof routes) {
      for (const headers of [
        { host: "evil.example" },
        { origin: "http://evil.example" },
        { "sec-fetch-site": "cross-site" },
      ] as Array<Record<string, string>>)
        expect((await ask(path("plain"), { method, headers })).status).toBe(403);
    }
  });
});

function decodeSafely(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
