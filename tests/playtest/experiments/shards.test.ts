/**
 * The real binary plays the shards of a matrix in several processes. One is killed repeatedly, one runs out of disk, and
 * each is started again with the same command. Together they must be the matrix that one process plays.
 */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { matrixResult, type MatrixResult } from "../../../src/contract/index.ts";
import { dice } from "../../../src/kernel/dice/index.ts";
import { startRehearse, type RehearseProcess } from "../../support/cli/rehearse-process.ts";
import { booksOf } from "../../support/model-servers/killed-books.ts";
import type { Entry } from "../../support/model-servers/playtest-server.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { makeWorkspace, serveWorkspace } from "../../support/server/served-workspace.ts";
import { folder, onlyIn, playOffline, rehearse, small } from "./matrix-command.ts";

const KILLS = process.env.REHEARSE_FULL ? 8 : 1;
const ROUNDS = process.env.REHEARSE_FULL ? 9 : 3;
const ENDS_AT = 3;
const plan = `stories: [innsmouth]
systemPrompts: { baseline: baseline, structured: structured }
narratorModels: [opus-4.5]
sessionsPerCombination: ${ROUNDS}
players: 2
maxTurnsPerSession: 6
`;
const SESSIONS = 2 * ROUNDS;
const command = ["matrix", "--plan", "small.yaml", "--seed", "s", "--concurrency", "3"];
const gates = ["--fail-under", "overall=99", "--json"];

// A small disk in its own mount namespace: it disappears with its last process.
const apart = process.getuid?.() === 0 ? "-m" : "-rm";
const canMount = spawnSync("unshare", [apart, "mount", "-t", "tmpfs", "tmpfs", tmpdir()]).status === 0;
const onSmallDisk = `
  mkdir disk && mount -t tmpfs -o size=200k tmpfs disk || exit 9
  "$@" --out disk; echo "First exit: $?" >&2
  mount -o remount,size=64m disk
  "$@" --out disk; code=$?
  cp -r disk kept
  exit $code`;

test(
  "three shards, one killed repeatedly and one on a full disk, are the matrix of one process",
  { timeout: 900_000 },
  async () => {
    let onChange: (entry: Entry) => void = () => {};
    await using table = await openTable({
      endsAt: ENDS_AT,
      pause: ({ number }) => delay(1 + dice("shards", "pause", number).next() * 8),
      onChange: (entry) => onChange(entry),
    });
    writeFileSync(join(table.dir, "small.yaml"), plan);
    const log = () => table.server.of("sharded");
    const shard = (index: number) => table.rehearse("sharded", ...command, "--shard", `${index}/3`);

    // First, and alone: the calls that are counted are its own.
    let kills = 0;
    while (kills < KILLS && (await killAmid(shard(2), 4 + dice("shards", "kill", kills).int(8)))) kills++;
    // If few calls were in flight at a kill, the last lives find the shard finished.
    expect(kills).toBeGreaterThan(KILLS / 2);
    const first = shard(1);
    const third = startRehearse([...command, "--shard", "3/3"], {
      cwd: table.dir,
      env: { ...table.server.env("sharded"), PATH: process.env.PATH! },
      under: canMount ? ["unshare", apart, "sh", "-c", onSmallDisk, "sh"] : [],
    });
    const ended = await Promise.all([first.ended, shard(2).ended, third.ended]);
    for (const { exit, stdout, stderr } of ended) {
      expect({ exit, stderr }).toMatchObject({ exit: 0 });
      expect(stdout).toContain("matrix merge");
    }
    if (canMount) expect(ended[2].stderr).toMatch(/the disk is full \(ENOSPC\)[^]*First exit: 3/);

    const merge = (...flags: string[]) =>
      table.run("nobody", "matrix", "merge", "matrices", ...(canMount ? ["kept"] : []), ...flags);
    const merged = await merge(...gates);
    const whole = matrixResult.parse(JSON.parse(merged.stdout));
    const dir = join(table.dir, whole.dir);
    expect(whole.rows.map(({ sessionId }) => Number.parseInt(sessionId, 10))).toEqual(
      Array.from({ length: SESSIONS }, (_, at) => at + 1),
    );
    expect(readdirSync(join(dir, "sessions"))).toHaveLength(SESSIONS);

    const { booked, atMost, inFlight } = booksOf(
      whole.rows.map(({ sessionId }) => join(dir, "sessions", sessionId)),
      log(),
    );
    expect(inFlight).toBeGreaterThan(0); // or nothing was in flight, and nothing was tested
    expect(whole.totalCost).toBeCloseTo(booked, 9);
    expect(whole.totalAtMost).toBeCloseTo(atMost, 9);

    const alone = await table.run("alone", ...command, ...gates);
    expect(merged.exit).toBe(alone.exit);
    expect(alone.exit).toBe(1);
    expect(verdictOf(whole)).toEqual(verdictOf(matrixResult.parse(JSON.parse(alone.stdout))));
    expect(gateLines(merged.stderr)).toEqual(gateLines(alone.stderr));

    // A finished shard is paid for: started again, it asks nothing.
    const asked = log().length;
    expect((await shard(2).ended).exit).toBe(0);
    expect(log().length).toBe(asked);

    const workspace = makeWorkspace();
    cpSync(dir, join(workspace.dir, "matrices", "merged"), { recursive: true });
    await using served = await serveWorkspace(workspace);
    const { json } = await served.ask("/api/matrices/merged");
    expect(json).toMatchObject({ progress: { done: SESSIONS, planned: SESSIONS } });

    /** False: it ended by itself. */
    async function killAmid(child: RehearseProcess, calls: number): Promise<boolean> {
      const after = log().length + calls;
      onChange = () => {
        if (log().length < after) return;
        onChange = () => {};
        child.kill("SIGKILL");
      };
      const { signal, exit } = await child.ended;
      expect(["SIGKILL", 0]).toContain(signal ?? exit);
      return signal !== null;
    }
  },
);

/** Everything but names, times and money. */
const verdictOf = ({ rows, comparisons, gates, rankings, failures }: MatrixResult) => ({
  rows: rows.map(({ sessionId, outcome, group, metrics }) => ({
    sessionId,
    outcome,
    group,
    overall: metrics["overall"],
  })),
  comparisons,
  gates,
  best: rankings.best.map(({ sessionId }) => sessionId),
  failures: failures.map(({ sessionId }) => sessionId),
});

const gateLines = (stderr: string) => stderr.split("\n").filter((line) => /^(Failed|Passed): /.test(line));

playOffline();

const house = ["matrix", "--plan", small, "--sessions", "6"];
const shardInto = (out: string, shard: string, ...flags: string[]) =>
  rehearse(...house, "--shard", shard, "--out", out, ...flags);

test("a merge names sessions that are missing, and writes nothing", async () => {
  const out = folder();
  for (const shard of ["1/2", "2/2"]) await shardInto(out, shard);
  const shard = join(onlyIn(join(out, "shards")), "2-of-2");
  rmSync(join(shard, "sessions", readdirSync(join(shard, "sessions"))[0]!), { recursive: true });
  expect(await rehearse("matrix", "merge", out, "--out", out)).toMatchObject({
    exit: 2,
    stderr: expect.stringMatching(/Shard 2\/2 .*1 of 6 sessions unfinished: 0003-/),
  });
  expect(readdirSync(out)).toEqual(["shards"]);
});

test("a plan that was edited and a turn that was changed stop the merge before anything is written", async () => {
  const out = folder();
  for (const shard of ["1/2", "2/2"]) await shardInto(out, shard);
  const shard = join(onlyIn(join(out, "shards")), "2-of-2");
  const merge = () => rehearse("matrix", "merge", out, "--out", out);
  const spoiled = async (file: string, spoil: (text: string) => string) => {
    const before = readFileSync(file, "utf8");
    writeFileSync(file, spoil(before));
    const { exit, stderr } = await merge();
    writeFileSync(file, before);
    expect(exit).toBe(2);
    return stderr;
  };
  const session = join(shard, "sessions", readdirSync(join(shard, "sessions"))[0]!);
  expect(await spoiled(join(session, "turn-2.json"), (text) => `${text}x`)).toContain("turn-2.json");
  expect(
    await spoiled(join(shard, "plan.json"), (text) =>
      text.replace(/"maxTurnsPerSession":\d+/, '"maxTurnsPerSession":99'),
    ),
  ).toContain(shard);
  expect(readdirSync(out)).toEqual(["shards"]);
  expect((await merge()).exit).toBe(0);
});

test("shards of different plans, and one shard twice, are refused", async () => {
  const [one, other] = [folder(), folder()];
  await shardInto(one, "1/2");
  await shardInto(other, "2/2", "--max-turns", "3");
  expect(await rehearse("matrix", "merge", one, other)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("different plans"),
  });
  cpSync(one, other, { recursive: true });
  expect(
    await rehearse("matrix", "merge", one, join(other, "shards", readdirSync(join(one, "shards"))[0]!)),
  ).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("twice"),
  });
});

test("a shard keeps its part of the limits and of the budget", async () => {
  const [waiting, peak] = [{ now: 0 }, { most: 0 }];
  await using table = await openTable({
    endsAt: ENDS_AT,
    settings: { limits: { anthropic: { concurrency: 3 } }, budget: 9 },
    async pause({ vendor }) {
      if (vendor !== "anthropic") return;
      peak.most = Math.max(peak.most, ++waiting.now);
      await delay(5);
      waiting.now--;
    },
  });
  writeFileSync(join(table.dir, "small.yaml"), plan);
  const { exit, stdout } = await table.run("one", ...command, "--shard", "1/3");
  expect({ exit, most: peak.most }).toEqual({ exit: 0, most: 1 });
  expect(stdout).toContain("at most $3.00");
  const shard = join(onlyIn(join(table.dir, "matrices", "shards")), "1-of-3");
  expect(JSON.parse(readFileSync(join(shard, "plan.json"), "utf8"))).toMatchObject({ budget: 3 });
});
