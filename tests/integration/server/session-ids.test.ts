/** Session ids: they are unique, and reach only sessions. Requests that are too large. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { comparisonView, sessionPage, sessionView } from "../../../src/contract/index.ts";
import { SECRET } from "../../support/server/playtest-workspace.ts";
import { allSessions, servePlaytests, soon } from "../../support/server/served-playtests.ts";
import { post } from "../../support/server/served-jobs.ts";
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
      "ab/m/sessions/x",
      "bisects/m/sessions/x",
    ];
    for (const folder of folders) {
      cpSync(join(workspace.sessions, "plain-rushed"), join(dir, folder), { recursive: true });
    }
    await using own = await serveWorkspace({ ...workspace, dir });
    const { sessions } = sessionPage.parse((await own.ask("/api/sessions")).json);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(folders.length);
    expect(
      await Promise.all(
        sessions.map(
          async ({ id }) =>
            sessionView.parse((await own.ask(`/api/sessions/${encodeURIComponent(id)}`)).json).result.dir,
        ),
      ),
    ).toEqual(expect.arrayContaining(folders.map((folder) => join(dir, folder))));
    const of = (folder: string) => sessions.find(({ id }) => id === folder)?.of;
    expect([of("plain"), of("m~x"), of("ab~m~x"), of("bisect~m~x")]).toEqual([
      undefined,
      { kind: "matrix", id: "m" },
      { kind: "ab", id: "m" },
      { kind: "bisect", id: "m" },
    ]);
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
    ["/api/issues?detector=", 301, "detector"],
    ["/api/issues?cursor=", 1_001, "cursor"],
    ["/api/compare?sessions=plain&sessions=", 1_001, "sessions"],
  ])("%s and %i letters are refused", async (path, length, option) => {
    const { status, json, text } = await ask(path + "x".repeat(length));
    expect({ status, option: json.error.option }).toEqual({ status: 422, option });
    expect(text.length).toBeLessThan(1_000);
  });
});

describe("unreachable by any id", () => {
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
        unreadable: expect.stringContaining(`${name} is a symbolic link`) as string,
      });
      for (const path of ["", "/turns"]) {
        const { status, text, json } = await ask(`/api/sessions/holed${path}`);
        expect({ status, code: json.error.code, leaks: text.includes(SECRET) }).toEqual({
          status: 400,
          code: "damaged-file",
          leaks: false,
        });
      }
      expect(
        (await post({ ask }, "replay", { checkpoint: "holed/turn-7.json", turns: 1 })).json.error.code,
      ).toBe(name === "turn-7.json" ? "outside-folder" : "bad-path");
      rmSync(dir, { recursive: true });
      await soon(async () => (await list("?q=holed")).total).toBe(0);
    },
  );
});
