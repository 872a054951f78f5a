/**
 * Pipes and links in a folder from somebody else: every command ends with one error, and the server keeps
 * answering. Each command is a process of its own, because one that waits for a pipe cannot be stopped from inside.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, statSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sessionPage } from "../../../src/contract/index.ts";
import { houseSession } from "../../playtest/house-session.ts";
import { startRehearse } from "../../support/cli/rehearse-process.ts";
import { serveMade } from "../../support/server/served-playtests.ts";
import { makeWorkspace } from "../../support/server/served-workspace.ts";

let good: string;
const { workspace, served } = serveMade(async () => {
  const made = makeWorkspace();
  ({ dir: good } = await houseSession({
    out: join(made.dir, "sessions"),
    sessionId: "good",
    narrator: "house/looping",
    seed: 4,
    maxTurns: 8,
    stopAfter: 5,
  }));
  return made;
});

/** The list is up to a second old. */
const isListed = (id: string) =>
  expect
    .poll(
      async () =>
        sessionPage.parse((await served.ask("/api/sessions?limit=200")).json).sessions.map((card) => card.id),
      { timeout: 10_000 },
    )
    .toContain(id);

const pipe = (path: string) => execFileSync("mkfifo", [path]);
const link = (path: string) => symlinkSync("/dev/zero", path);
const cases: Array<[what: string, file: string, put: (path: string) => void, says: RegExp]> = [
  ["a pipe", "turn-3.json", pipe, /turn-3\.json: it is a pipe, a socket or a device, not a file/],
  ["a pipe", "calls.jsonl", pipe, /calls\.jsonl: it is a pipe/],
  ["a link to a device", "session.json", link, /session\.json(: it)? is a symbolic link/],
];

describe.each(cases)("%s as %s", (what, file, put, says) => {
  const id = `${what.replaceAll(" ", "-")}-${file}`;
  const dir = () => join(workspace.dir, "sessions", id);
  beforeAll(() => {
    cpSync(good, dir(), { recursive: true });
    rmSync(join(dir(), file));
    put(join(dir(), file));
  });
  afterAll(() => rmSync(dir(), { recursive: true }));

  test("report and resume end with one error", async () => {
    const processes = ["report", "resume"].map((command) =>
      startRehearse([command, dir()], { cwd: workspace.dir, env: {} }),
    );
    // One that waits for a pipe would outlive the test.
    onTestFinished(() => processes.forEach(({ kill }) => kill("SIGKILL")));
    for (const { exit, stderr } of await Promise.all(processes.map(({ ended }) => ended))) {
      expect(stderr).toMatch(says);
      expect([2, 3]).toContain(exit);
      expect(stderr.match(/^Error: /gm)).toHaveLength(1);
    }
  });

  test("the server says so, and shows the other sessions", async () => {
    await isListed(id);
    await isListed("good");
    const { json, text } = await served.ask(`/api/sessions/${id}`);
    // The result counts the money: the page does not need the journal.
    if (!(what === "a pipe" && file === "calls.jsonl"))
      expect(`${text}${JSON.stringify(json)}`).toMatch(says);
    expect((await served.ask("/api/sessions/good")).status).toBe(200);
  });
});

test("a file of many gigabytes is not copied for an export", async () => {
  const dir = join(workspace.dir, "sessions", "huge");
  cpSync(good, dir, { recursive: true });
  truncateSync(join(dir, "turn-3.json"), 20 * 1024 ** 3);
  const { ended } = startRehearse(["export", dir, "--out", join(workspace.dir, "huge.html")], {
    cwd: workspace.dir,
    env: {},
  });
  expect(await ended).toMatchObject({ exit: 2, stderr: expect.stringContaining("turn-3.json") as string });
  rmSync(dir, { recursive: true });
});

test("a workspace may be a link", async () => {
  const linked = `${workspace.dir}-linked`;
  symlinkSync(workspace.dir, linked);
  try {
    const { ended } = startRehearse(["report", join(linked, "sessions", "good")], { cwd: linked, env: {} });
    expect(await ended).toMatchObject({ exit: 0 });
    expect(statSync(join(linked, "sessions", "good", "report.md")).isFile()).toBe(true);
  } finally {
    rmSync(linked);
  }
});

test("a pipe in place of a lock, a reading or a verdict does not hold anybody up", async () => {
  const dir = join(workspace.dir, "sessions", "piped");
  cpSync(good, dir, { recursive: true });
  for (const folder of [".lock", "verdicts"]) {
    mkdirSync(join(dir, folder), { recursive: true });
    pipe(join(dir, folder, "x.json"));
  }
  await isListed("piped");
  expect((await served.ask("/api/sessions/piped")).json.error.message).toMatch(/x\.json: it is a pipe/);
  rmSync(dir, { recursive: true });
});
