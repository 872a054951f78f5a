/** Exported files of folders with links, unreadable files and odd names. */
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionView } from "../../../src/contract/index.ts";
import { makeViewerWorkspace } from "../../browser/viewer-workspace.ts";
import { dataIn, exportFrom } from "../../support/server/exported-page.ts";
import { serveMade } from "../../support/server/served-playtests.ts";

const { workspace } = serveMade(makeViewerWorkspace);
const write = (path: string, isPublic: boolean) => exportFrom(workspace, { path, isPublic });

test("links in a folder are not followed", async () => {
  const elsewhere = join(workspace.dir, "elsewhere");
  mkdirSync(elsewhere, { recursive: true });
  cpSync(join(workspace.sessions, "leaky"), join(elsewhere, "stolen"), { recursive: true });
  writeFileSync(join(elsewhere, "secret.txt"), "the-safe-opens-with-4711");
  const dir = join(elsewhere, "linking");
  cpSync(join(workspace.dir, "matrices", "small"), dir, { recursive: true });
  symlinkSync(join(elsewhere, "stolen"), join(dir, "sessions", "9999"));
  symlinkSync(join(elsewhere, "secret.txt"), join(dir, "sessions", "report.md"));
  symlinkSync(dir, join(dir, "sessions", "round-and-round"));
  const { html } = await write(dir, false);
  expect(JSON.stringify(dataIn(html))).not.toMatch(/4711|9999|round-and-round|house\/leaky/);
  symlinkSync(dir, join(elsewhere, "by-a-link"));
  expect((await write(join(elsewhere, "by-a-link"), false)).kind).toBe("matrix");
});

test("the notes name the file from which on a session cannot be read", async () => {
  const dir = join(workspace.dir, "elsewhere", "torn");
  cpSync(join(workspace.sessions, "leaky"), dir, { recursive: true });
  const turn = readdirSync(dir).find((name) => /^turn-7\b/.test(name))!;
  writeFileSync(join(dir, turn), "{ not JSON");
  for (const isPublic of [false, true]) {
    const { html, notes } = await write(dir, isPublic);
    expect(notes[0]).toContain(turn);
    expect((dataIn(html).answers["/api/sessions/torn"]! as SessionView).card.unreadable).toBeDefined();
  }
});
