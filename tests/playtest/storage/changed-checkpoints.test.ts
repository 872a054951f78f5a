/**
 * Checkpoints that are truncated, altered, from a later version, or without their session. The error says what is wrong
 * and what to do; nothing is guessed, and the other turns still work.
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { HarnessError } from "../../../src/kernel/errors/index.ts";
import {
  branchSession,
  loadCheckpoint,
  turnPath,
  type Played,
  type SessionState,
} from "../../../src/playtest/index.ts";
import { openTable, type Table } from "../../support/model-servers/playtest-table.ts";
import { withoutTimes } from "../house-session.ts";

let table: Table;
let whole: Played & { dir: string };
beforeAll(async () => {
  table = await openTable({ endsAt: 6 });
  whole = await table.play("whole", { archetypes: ["joker", "follower"] });
});
afterAll(() => table[Symbol.asyncDispose]());

/** A copy of the session to damage. */
function copy(name: string): string {
  const dir = join(table.dir, name);
  cpSync(whole.dir, dir, { recursive: true });
  return dir;
}

function problem(path: string): HarnessError {
  try {
    loadCheckpoint(path);
  } catch (error) {
    if (error instanceof HarnessError) return error;
    throw error;
  }
  throw new Error(`${path} was taken for whole`);
}

const change = (path: string, by: (text: string) => string) =>
  writeFileSync(path, by(readFileSync(path, "utf8")));
const plain = (state: SessionState) => JSON.parse(JSON.stringify(state)) as unknown;

test.each([
  [
    "cut off",
    (text: string) => text.slice(0, text.length / 2),
    /turn-4\.json cannot be used: it is truncated/,
  ],
  ["empty", () => "", /turn-4\.json cannot be used: it is truncated/],
  [
    "of another version",
    (text: string) => text.replace('"version":2', '"version":3'),
    /turn-4\.json has format 3; this version of rehearse reads format 2/,
  ],
  [
    "changed by hand",
    (text: string) => text.replace(/"says":"/, '"says":"So. '),
    /turn-4\.json cannot be used: its checksum does not match/,
  ],
  ["something else", () => '{"name":"rehearse"}\n', /turn-4\.json cannot be used: it is not a checkpoint/],
  ["no JSON from its start", () => "{bad json", /turn-4\.json cannot be used: it is not JSON/],
  ["no JSON", () => "{turn: 4}", /turn-4\.json cannot be used: it is not JSON/],
])(
  "a checkpoint that is %s says so, and so do the turns that need it; earlier ones still work",
  (how, damage, message) => {
    const dir = copy(how.replaceAll(" ", "-"));
    change(turnPath(dir, 4), damage);
    for (const turn of [4, 5]) {
      const error = problem(turnPath(dir, turn));
      expect(error.message).toMatch(message);
      expect(error.remedy).not.toBe("");
    }
    expect(plain(loadCheckpoint(turnPath(dir, 3)).state)).toEqual(
      plain(loadCheckpoint(turnPath(whole.dir, 3)).state),
    );
  },
);

test.each([
  [3, 7],
  [0, 911],
])("a flipped bit in turn %i is detected anywhere, or changes nothing", (turn, step) => {
  const dir = copy(`flipped-${turn}`);
  const path = turnPath(dir, turn);
  const good = readFileSync(path);
  const expected = plain(loadCheckpoint(path).state);
  let noticed = 0;
  for (let at = 0; at < good.length; at += step) {
    const bad = Buffer.from(good);
    bad[at]! ^= 1 << (at % 8);
    writeFileSync(path, bad);
    try {
      expect(plain(loadCheckpoint(path).state)).toEqual(expected);
    } catch (error) {
      if (!(error instanceof HarnessError))
        throw new Error(`bit ${at % 8} of byte ${at}: ${String(error)}`, { cause: error });
      noticed++;
    }
  }
  expect(noticed).toBeGreaterThan((good.length / step) * 0.9);
});

test("a checkpoint without its folder is refused with a remedy", () => {
  const alone = join(table.dir, "alone");
  mkdirSync(alone);
  copyFileSync(turnPath(whole.dir, 4), turnPath(alone, 4));
  const error = problem(turnPath(alone, 4));
  expect(error.message).toContain("it contains only turn 4, and turn-3.json is missing");
  expect(error.remedy).toContain("rehearse export DIR --checkpoint N");
});

test("a self-contained checkpoint is verified like the others, and can be replayed alone", async () => {
  const out = join(table.dir, "kept", "whole.json");
  mkdirSync(join(table.dir, "kept"));
  expect((await runCommand(["export", whole.dir, "--checkpoint", "4", "--out", out])).exit).toBe(0);
  const good = readFileSync(out, "utf8");
  expect(JSON.parse(good)).toMatchObject({
    version: 2,
    checksum: expect.stringMatching(/^[\w-]{22}$/),
    turn: 4,
    conversationHistory: expect.any(Array),
  });

  expect(plain(loadCheckpoint(out).state)).toEqual(plain(loadCheckpoint(turnPath(whole.dir, 4)).state));
  // It holds every secret.
  expect(await runCommand(["export", whole.dir, "--checkpoint", "4", "--public"])).toMatchObject({ exit: 2 });
  const branch = await branchSession(table.harness("lone"), {
    checkpoint: out,
    changes: {},
    replicate: 0,
    out: table.dir,
    sessionId: "lone",
  });
  expect(withoutTimes(branch.state)).toEqual(withoutTimes(whole.state));

  for (const [damage, message] of [
    [(text: string) => text.replace(/"says":"/, '"says":"So. '), /its checksum does not match/],
    [(text: string) => text.replace(/"checksum":"[^"]+",/, ""), /its checksum does not match/],
    [(text: string) => text.replace(/"version":2,/, ""), /it is not a checkpoint/],
  ] as const) {
    writeFileSync(out, damage(good));
    expect(problem(out).message).toMatch(message);
  }
});

test("a turn of another session, or under another's name, is rejected", async () => {
  const other = await table.play("other", { archetypes: ["joker", "follower"], seed: 2, maxTurns: 3 });
  const dir = copy("mixed");
  copyFileSync(turnPath(other.dir, 3), turnPath(dir, 3));
  expect(problem(turnPath(dir, 4)).message).toMatch(
    /turn-3\.json cannot be used: it belongs to the session other/,
  );
  copyFileSync(turnPath(dir, 5), turnPath(dir, 9));
  expect(problem(turnPath(dir, 9)).message).toContain("it contains turn 5");
});

test("a whole turn of the same session from another history is rejected", async () => {
  await using elsewhere = await openTable({ endsAt: 6 });
  const again = await elsewhere.play("whole", { archetypes: ["joker", "follower"], seed: 2 });
  const dir = copy("spliced");
  copyFileSync(turnPath(again.dir, 4), turnPath(dir, 4));
  expect(problem(turnPath(dir, 4)).message).toMatch(/turn-4\.json cannot be used: it does not follow turn-3/);
});
