/** A turn file that is not whole: the session can be read and replayed up to the turn before it, and one error names the file. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionPage, sessionView, turnPage } from "../../../src/contract/index.ts";
import { runRehearse } from "../../support/cli/rehearse-process.ts";
import {
  makeWorkspace,
  serveWorkspace,
  type Served,
  type Workspace,
} from "../../support/server/served-workspace.ts";
import { houseSession, withoutTimes } from "../house-session.ts";
import { loadCheckpoint, loadLatest, turnPath } from "../../../src/playtest/index.ts";

let workspace: Workspace;
let served: Served;
let whole: string;
beforeAll(async () => {
  workspace = makeWorkspace();
  const out = join(workspace.dir, "sessions");
  ({ dir: whole } = await houseSession({
    out,
    sessionId: "whole",
    narrator: "house/looping",
    seed: 4,
    maxTurns: 24,
  }));
  served = await serveWorkspace(workspace);
}, 60_000);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
  expect(served.bugs).toEqual([]);
});

/** One bit of a letter that somebody said, or of packed content. */
const flip = (path: string) => {
  const bytes = readFileSync(path);
  bytes[bytes.indexOf(/"packed":"|"says":"/.exec(bytes.toString("latin1"))![0]) + 12]! ^= 1;
  writeFileSync(path, bytes);
};
const spoilings: Array<[name: string, spoil: (path: string) => void, problem: string]> = [
  ["flipped", flip, "its checksum does not match"],
  ["truncated", (path) => writeFileSync(path, readFileSync(path).subarray(0, 300)), "it is truncated"],
  ["deleted", (path) => rmSync(path), "it is missing"],
];

const rehearse = (...args: string[]) => runRehearse(args, { cwd: workspace.dir, env: {} });
const listed = async () => sessionPage.parse((await served.ask("/api/sessions?limit=200")).json).sessions;
/** The list is up to a second old. */
const isListed = (id: string) =>
  expect.poll(async () => (await listed()).map((card) => card.id), { timeout: 10_000 }).toContain(id);
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

test("a last turn that was deleted is missed, because the result counts it", async () => {
  const dir = join(workspace.dir, "sessions", "shortened");
  cpSync(whole, dir, { recursive: true });
  const last = loadLatest(dir).state.turn;
  rmSync(turnPath(dir, last));
  expect(await rehearse("report", dir)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`turn-${last}.json cannot be used: it is missing`) as string,
  });
});

test.each(spoilings)("turn 5 is %s", async (name, spoil, problem) => {
  const dir = join(workspace.dir, "sessions", name);
  cpSync(whole, dir, { recursive: true });
  spoil(turnPath(dir, 5));
  const refused = {
    exit: 2,
    stderr: expect.stringMatching(
      new RegExp(
        `^(Error: )?\\S*${name}/turn-5\\.json cannot be used: ${problem}[^]*Restore the file from a copy`,
        "m",
      ),
    ) as string,
  };

  const written = readFileSync(join(dir, "report.md"), "utf8");
  expect(await rehearse("report", dir)).toMatchObject(refused);
  expect(readFileSync(join(dir, "report.md"), "utf8")).toBe(written);
  expect(await rehearse("report", dir, "--turns", "1-4")).toMatchObject({
    ...refused,
    stdout: expect.stringContaining("Turn 4") as string,
  });

  const replay = (turn: number) => rehearse("replay", "--checkpoint", turnPath(dir, turn), "--turns", "1");
  expect(withoutTimes(loadCheckpoint(turnPath(dir, 3)).state)).toEqual(
    withoutTimes(loadCheckpoint(turnPath(whole, 3)).state),
  );
  expect(await replay(3)).toMatchObject({ exit: 0 });
  expect(await replay(7)).toMatchObject(refused);

  const before = readFileSync(join(dir, "calls.jsonl"));
  expect(await rehearse("resume", dir)).toMatchObject(refused);
  expect(readFileSync(join(dir, "calls.jsonl"))).toEqual(before);

  await isListed(name);
  const view = sessionView.parse((await served.ask(`/api/sessions/${name}`)).json);
  expect(view.card).toMatchObject({
    turns: 4,
    unreadable: expect.stringMatching(
      /^turn-5\.json cannot be used: .*Restore the file from a copy/,
    ) as string,
  });
  expect(view.turns.map(({ turn }) => turn)).toEqual(upTo(4));
  const { turns } = turnPage.parse((await served.ask(`/api/sessions/${name}/turns?limit=200`)).json);
  expect(turns.map(({ turn }) => turn)).toEqual(upTo(4));
  expect((await served.ask(`/api/sessions/${name}/report`)).text).toContain("# Session Report");
  expect((await served.ask(`/api/sessions/${name}/checkpoints/3`)).status).toBe(200);
  const at7 = await served.ask(`/api/sessions/${name}/checkpoints/7`);
  expect({ status: at7.status, message: at7.json.error.message }).toEqual({
    status: 400,
    message: expect.stringContaining("turn-5.json cannot be used") as string,
  });
  expect((await listed()).find(({ id }) => id === "whole")).toMatchObject({ turns: 24 });
});

test("without turn 5 and the turns after it, a resume plays them again from the journal", async () => {
  const dir = join(workspace.dir, "sessions", "resumed");
  cpSync(whole, dir, { recursive: true });
  for (let turn = 5; existsSync(turnPath(dir, turn)); turn++) rmSync(turnPath(dir, turn));
  const before = readFileSync(join(dir, "calls.jsonl"));
  expect(await rehearse("resume", dir)).toMatchObject({ exit: 0 });
  expect(withoutTimes(loadLatest(dir).state)).toEqual(withoutTimes(loadLatest(whole).state));
  expect(readFileSync(join(dir, "calls.jsonl"))).toEqual(before);
});

test("without its first file nothing of a session can be read, and the others are listed", async () => {
  const dir = join(workspace.dir, "sessions", "headless");
  cpSync(whole, dir, { recursive: true });
  flip(turnPath(dir, 0));
  for (const args of [
    ["report", dir],
    ["resume", dir],
    ["replay", "--checkpoint", turnPath(dir, 3)],
  ])
    expect(await rehearse(...args)).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/turn-0\.json cannot be used: [^]*play the session again/) as string,
    });
  await isListed("headless");
  await isListed("whole");
  expect((await served.ask("/api/sessions/headless")).status).toBe(400);
});
