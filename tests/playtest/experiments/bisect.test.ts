/** The search for the turn after which a session no longer recovers, on narrators with a known fault. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { bisectResult as resultShape, type BisectResult } from "../../../src/contract/index.ts";
import { inProcessEngine, type Engine } from "../../../src/kernel/engine/index.ts";
import { HarnessError } from "../../../src/kernel/errors/index.ts";
import { providers } from "../../../src/kernel/models/index.ts";
import type { Harness } from "../../../src/kernel/run/index.ts";
import {
  planBisect,
  readArm,
  readBisectPlan,
  runBisect,
  writeBisectPlan,
  type BisectRun,
  type BisectRequest,
  type RunBisectOptions,
} from "../../../src/playtest/index.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession } from "../house-session.ts";
import bisect from "../../../src/cli/commands/experiments/bisect.ts";
import resume from "../../../src/cli/commands/play/resume.ts";

const house = { playerModel: "house", classifier: "house", maxTurns: 10 } as const;
const usual: BisectRequest = {
  changed: readArm([]),
  criterion: null,
  turns: 3,
  times: 30,
  atOnce: 4,
  certainty: 0.9,
  within: 1,
};
const rehearse = (...argv: string[]) => runInMemory([bisect, resume], argv);

/** The stalled narrator stops in turn 6, for eight turns or more: a replay that begins there tells no beat. */
const LOST = 5;

async function search(
  played: { dir: string; harness: Harness },
  more: Partial<RunBisectOptions> = {},
  wish: Partial<BisectRequest> = {},
): Promise<BisectRun & { dir: string }> {
  const { plan } = await planBisect(played.harness, played.dir, { ...usual, ...wish });
  const dir = more.dir ?? emptyFolder("bisect-");
  if (more.dir === undefined) await writeBisectPlan(dir, plan, played.dir);
  return { dir, ...(await runBisect(played.harness, { plan, ...more, dir })) };
}

const crashed = (exit: 3 | 4): HarnessError =>
  new HarnessError({ code: "down", message: "Nobody answers.", remedy: "Wait.", exit });
/** These jobs of a run fail, by their index. */
const failing = (error: HarnessError, fails: (index: number) => boolean): Engine => ({
  run: (work, jobs, options) => {
    const doomed = new Set([...jobs].filter((_, index) => fails(index)).map(({ input }) => input));
    const run: typeof work.run = async (input, context) => {
      if (doomed.has(input)) throw error;
      return work.run(input, context);
    };
    return inProcessEngine.run({ ...work, run }, jobs, options);
  },
});

const doneCalls = (dir: string): Map<string, string[]> =>
  new Map(
    readdirSync(join(dir, "sessions")).map((name) => [
      name,
      readFileSync(join(dir, "sessions", name, "calls.jsonl"), "utf8")
        .split("\n")
        .filter((line) => line.includes('"type":"done"'))
        .map((line) => (JSON.parse(line) as { call: string }).call),
    ]),
  );

beforeAll(() => {
  for (const { key, optionalKey, baseURL } of Object.values(providers))
    for (const name of [key, optionalKey, baseURL]) if (name) vi.stubEnv(name, undefined);
});

const stalled = () => houseSession({ ...house, seed: 2, narrator: "house/stalled" });

/** Searched once for all tests. */
let played: Awaited<ReturnType<typeof stalled>>;
let whole: Awaited<ReturnType<typeof search>>;
beforeAll(async () => {
  played = await stalled();
  whole = await search(played);
}, 120_000);

test("finds the turn in which the stalled narrator stopped, within one", () => {
  const { finding } = whole;
  expect(finding).toMatchObject({ kind: "turn", decided: true });
  expect(finding.span!.probability).toBeGreaterThanOrEqual(0.9);
  expect(Math.abs(finding.turn! - LOST)).toBeLessThanOrEqual(1);
  // Dice of their own, each.
  expect(new Set(whole.probes.map(({ replicate }) => replicate)).size).toBe(whole.probes.length);
});

test(
  "stopped midway and resumed, in any order: the same result, and no answered call is repeated",
  { timeout: 120_000 },
  async () => {
    const stop = new AbortController();
    let ended = 0;
    // In the middle of the third batch.
    const engine: Engine = {
      run: (work, jobs, options) =>
        inProcessEngine.run(work, [...jobs].toReversed(), {
          ...options,
          concurrency: 2,
          onEnd: (end) => (options.onEnd?.(end), ++ended === 10 && stop.abort()),
        }),
    };
    const stopped = await search(played, { signal: stop.signal, engine });
    expect(stopped).toMatchObject({ endedBy: { exit: 130 }, finding: { decided: false } });
    expect(stopped.probes).toEqual(whole.probes.slice(0, 8));
    const before = doneCalls(stopped.dir);
    const { exit, stdout } = await rehearse("resume", stopped.dir, "--json", "--budget", "7");
    expect(exit).toBe(0);
    expect(readBisectPlan(stopped.dir).budget).toBe(7);
    const result = resultShape.parse(JSON.parse(stdout));
    expect({ finding: result.finding, probes: result.probes }).toEqual({
      finding: whole.finding,
      probes: whole.probes,
    });
    for (const [name, calls] of doneCalls(stopped.dir)) {
      expect(calls.length).toBe(new Set(calls).size);
      expect(calls.slice(0, before.get(name)?.length ?? 0)).toEqual(before.get(name) ?? []);
    }
  },
);

test(
  "a crashed replay carries no information and is counted; if all crash it ends, and can be resumed",
  { timeout: 120_000 },
  async () => {
    const { probes, endedBy } = await search(
      played,
      { engine: failing(crashed(3), (index) => index === 1) },
      { times: 4 },
    );
    expect(endedBy).toBeUndefined();
    expect(probes.map(({ recovered }) => recovered === null)).toEqual([false, true, false, false]);
    const none = await search(played, { engine: failing(crashed(3), () => true) });
    expect(none).toMatchObject({ endedBy: { exit: 3 }, finding: { kind: "undecided" } });
    expect(none.probes).toHaveLength(4);
    // Money that runs out in a batch: those before it count, in order.
    const spent = await search(played, { engine: failing(crashed(4), (index) => index === 2) });
    expect(spent.endedBy?.exit).toBe(4);
    expect(spent.probes).toEqual(whole.probes.slice(0, 2));
  },
);

test(
  "resumed with more replays: those that were chosen for a shorter search count, and are not played again",
  { timeout: 120_000 },
  async () => {
    // The second batch is cut to two. A batch of four would begin at other turns.
    const { dir, probes } = await search(played, {}, { times: 6 });
    const { exit, stdout } = await rehearse("resume", dir, "--times", "8", "--json");
    expect(exit).not.toBe(2);
    const longer = resultShape.parse(JSON.parse(stdout)).probes;
    expect(longer.slice(0, 6)).toEqual(probes);
    expect(longer.map(({ sessionId }) => sessionId).toSorted()).toEqual(
      readdirSync(join(dir, "sessions")).toSorted(),
    );
  },
);

test("a session of the plain narrator did not go wrong: refused, and nothing is written", async () => {
  const { dir } = await houseSession({ ...house, seed: 2 });
  const out = emptyFolder("bisects-");
  const { exit, stderr } = await rehearse("bisect", dir, "--out", out);
  expect(exit).toBe(2);
  expect(stderr).toContain("did not go wrong");
  expect(stderr).toContain("--recovered");
  expect(readdirSync(out)).toEqual([]);
});

test("by the command: dry run, bad flags, the result and the report", { timeout: 120_000 }, async () => {
  const { dir } = played;
  const out = emptyFolder("bisects-");
  const dry = JSON.parse(
    (await rehearse("bisect", dir, "--out", out, "--turns", "3", "--dry-run", "--json")).stdout,
  ) as {
    replays: { low: number; high: number };
    from: number;
    to: number;
  };
  expect(dry).toMatchObject({ from: 0, to: 10, replays: { high: 30 } });
  expect(dry.replays.low).toBeLessThan(20);
  expect(await rehearse("bisect", dir, "--out", out, "--recovered", "pulse>=1")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("pulses") as string,
  });
  expect(await rehearse("bisect", dir, "--out", out, "--with", "promt=x")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("prompt") as string,
  });
  expect(await rehearse("bisect", out)).toMatchObject({ exit: 2 });
  expect(readdirSync(out)).toEqual([]);

  // With the plain narrator it recovers from wherever it is taken up.
  const { exit, stdout } = await rehearse(
    "bisect",
    dir,
    "--out",
    out,
    "--turns",
    "2",
    "--times",
    "8",
    "--with",
    "narrator=house",
    "--recovered",
    "pulses>=1",
    "--json",
  );
  expect(exit).toBe(0);
  const result = JSON.parse(stdout) as BisectResult;
  expect(result).toMatchObject({
    changed: "narrator house",
    criterion: "pulses is at least 1",
    house: true,
    endedBy: null,
  });
  expect(
    result.probes.filter(({ turn, recovered }) => turn > LOST && recovered === true).length,
  ).toBeGreaterThan(0);
  expect(JSON.parse(readFileSync(join(result.dir, "bisect.json"), "utf8"))).toEqual(result);
  expect(existsSync(join(result.dir, "report.md"))).toBe(true);
  expect(existsSync(join(result.dir, "session", "turn-0.json"))).toBe(true);
});
