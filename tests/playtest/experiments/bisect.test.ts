/** The search for the turn after which a session no longer recovers, on narrators with a known fault. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { bisectResult as resultShape, type BisectResult } from "../../../src/contract/index.ts";
import { runJobs, type RunJobs } from "../../../src/kernel/engine/index.ts";
import { HarnessError } from "../../../src/kernel/errors/index.ts";
import type { Harness } from "../../../src/kernel/run/index.ts";
import {
  planBisect,
  readBisectPlan,
  runBisect,
  writeBisectPlan,
  type BisectRun,
  type BisectRequest,
} from "../../../src/playtest/index.ts";
import { journalLines } from "../../support/journal-lines.ts";
import { rehearse, withoutKeys } from "../command-line.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

const house = { playerModel: "house", classifier: "house", maxTurns: 10 } as const;
const usual: BisectRequest = { criterion: null, turns: 3 };

/** The stalled narrator stops in turn 6, for eight turns or more: a replay that begins there tells no beat. */
const LOST = 5;
/** The group introduces itself in the first turns. */
const START = 2;

type Options = Parameters<typeof runBisect>[1];

async function search(
  played: { dir: string; harness: Harness },
  more: Partial<Options> = {},
): Promise<BisectRun & { dir: string }> {
  const { plan } = planBisect(played.harness, played.dir, usual);
  const dir = emptyFolder("bisect-");
  await writeBisectPlan(dir, plan, played.dir);
  return { dir, ...(await runBisect(played.harness, { plan, concurrency: 4, ...more, dir })) };
}

const crashed = (exit: 3 | 4): HarnessError =>
  new HarnessError({ code: "provider-error", message: "Nobody answers.", remedy: "Wait.", exit });
/** These jobs of a run fail, by their index. */
const failing =
  (error: HarnessError, fails: (index: number) => boolean): RunJobs =>
  (jobs, work, options) => {
    const doomed = new Set([...jobs].filter((_, index) => fails(index)));
    const failOrWork: typeof work = async (job, signal) => {
      if (doomed.has(job)) throw error;
      return work(job, signal);
    };
    return runJobs(jobs, failOrWork, options);
  };

const doneCalls = (dir: string): Map<string, string[]> =>
  new Map(
    readdirSync(join(dir, "sessions")).map((name) => [
      name,
      journalLines(join(dir, "sessions", name)).flatMap((line) => (line.type === "done" ? [line.call] : [])),
    ]),
  );

withoutKeys();

const stalled = () => houseSession({ ...house, seed: 2, narrator: "house/stalled" });

/** Searched once for all tests. */
let played: Awaited<ReturnType<typeof stalled>>;
let whole: Awaited<ReturnType<typeof search>>;
beforeAll(async () => {
  played = await stalled();
  whole = await search(played);
}, 120_000);

test("finds the turn in which the stalled narrator stopped", () => {
  const { verdict, finding, probes } = whole.result;
  expect(finding).toEqual({ kind: "turn", lost: { from: LOST, to: LOST } });
  expect(verdict).toMatchObject({
    outcome: "done",
    headline: `Lost at turn ${LOST}: 10 of 10 replays from turn ${LOST - 1} recover, 0 of 10 from turn ${LOST}.`,
  });
  expect(verdict.findings).toMatchObject([{ title: `Turn ${LOST}`, quotes: [{ at: "narrator" }, {}] }]);
  // Dice of their own, each.
  expect(new Set(probes.map(({ replicate }) => replicate)).size).toBe(probes.length);
});

test(
  "stopped midway and resumed, in any order: the same result, and no answered call is repeated",
  { timeout: 120_000 },
  async () => {
    const stop = new AbortController();
    let ended = 0;
    // In the middle of the second round.
    const engine: RunJobs = (jobs, work, options) =>
      runJobs([...jobs].toReversed(), work, {
        ...options,
        concurrency: 2,
        onEnd: (end) => (options.onEnd?.(end), ++ended === 12 && stop.abort()),
      });
    const stopped = await search(played, { signal: stop.signal, engine });
    expect(stopped).toMatchObject({
      endedBy: { exit: 130 },
      result: { finding: { kind: "open" }, verdict: { outcome: "stopped" } },
    });
    const before = doneCalls(stopped.dir);
    const { exit, stdout } = await rehearse("resume", stopped.dir, "--json", "--budget", "7");
    expect(exit).toBe(0);
    expect(readBisectPlan(stopped.dir).budget).toBe(7);
    const result = resultShape.parse(JSON.parse(stdout));
    const { finding, probes } = whole.result;
    expect({ finding: result.finding, probes: result.probes }).toEqual({ finding, probes });
    for (const [name, calls] of doneCalls(stopped.dir)) {
      expect(calls.length).toBe(new Set(calls).size);
      expect(calls.slice(0, before.get(name)?.length ?? 0)).toEqual(before.get(name) ?? []);
    }
  },
);

test(
  "a crashed replay is replaced and counted; if all crash it ends, and can be resumed",
  { timeout: 120_000 },
  async () => {
    let rounds = 0;
    const first = failing(crashed(3), (index) => rounds === 0 && index === 1);
    const engine: RunJobs = (...run) => first(...run).finally(() => (rounds += 1));
    const { result, endedBy } = await search(played, { engine });
    expect(endedBy).toBeUndefined();
    expect(result.finding).toEqual(whole.result.finding);
    expect(result.probes.filter(({ turn }) => turn === START)).toHaveLength(10);
    expect(result.probes.filter(({ recovered }) => recovered === null)).toMatchObject([
      { turn: START, why: "Nobody answers." },
    ]);
    const none = await search(played, { engine: failing(crashed(3), () => true) });
    expect(none).toMatchObject({ endedBy: { exit: 3 }, result: { finding: { kind: "open" } } });
    expect((await rehearse("resume", none.dir)).stdout).toContain(whole.result.verdict.headline);
  },
);

test("the turn that ended a session is to blame only if it fails by itself", async () => {
  const told = await houseSession({
    ...house,
    narrator: "house/blunt",
    observer: "house",
    maxTurns: 60,
    seed: 3,
  });
  const endedAt = (value: number) =>
    planBisect(told.harness, told.dir, {
      ...usual,
      criterion: { metric: "points-lost", sign: "<=", value },
      turns: 8,
    }).plan.endedAt;
  // Its last turn costs 4 points.
  expect([endedAt(5), endedAt(3)]).toEqual([undefined, told.result.turns]);
});

test("a session of the plain narrator did not go wrong: refused, and nothing is written", async () => {
  const { dir } = await houseSession({ ...house, seed: 2 });
  const out = emptyFolder("bisects-");
  const { exit, stderr } = await rehearse("bisect", dir, "--out", out);
  expect(exit).toBe(2);
  expect(stderr).toContain("did not go wrong");
  expect(stderr).toContain("--criterion");
  expect(readdirSync(out)).toEqual([]);
});

test("by the command: dry run, the result and the report", { timeout: 120_000 }, async () => {
  const { dir } = played;
  const out = emptyFolder("bisects-");
  const dry = JSON.parse(
    (await rehearse("bisect", dir, "--out", out, "--turns", "3", "--dry-run", "--json")).stdout,
  ) as { replays: { usual: number; most: number } };
  expect(dry).toMatchObject({ from: START, to: 10, replays: { usual: 35, most: 50 } });
  expect(readdirSync(out)).toEqual([]);

  const flags = ["--out", out, "--turns", "2", "--criterion", "longest-gap<=1", "--json"];
  const { exit, stdout } = await rehearse("bisect", dir, ...flags);
  expect(exit).toBe(0);
  const result = JSON.parse(stdout) as BisectResult;
  expect(result).toMatchObject({ criterion: "longest-gap is at most 1", endedBy: null });
  expect(JSON.parse(readFileSync(join(result.dir, "bisect.json"), "utf8"))).toEqual(result);
  expect(existsSync(join(result.dir, "report.md"))).toBe(true);
  expect(existsSync(join(result.dir, "session", "turn-0.json"))).toBe(true);
});
