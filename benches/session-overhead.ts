/**
 * Claim: a turn costs little beside its model calls. Journal, checkpoint, classifier's rules and detectors included, fsync
 * apart; one session, and fifty in parallel; each beside the same number of bare `generateText` calls. Then with models
 * that take their time, a turn against its critical path; and memory over 500 sessions.
 *
 *     node benches/session-overhead.ts [rounds]
 */
import { syncs } from "./count-syncs.ts"; // First: it counts what the others do.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { generateText } from "ai";
import { createHarness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { planSession, playSession } from "../src/playtest/index.ts";
import type { SessionState } from "../src/playtest/session/index.ts";
import { BENCH_GROUP, benchActors, criticalCalls, LATENCY_MS, tellings } from "./bench-actor.ts";
import { constantModel } from "./constant-gateway.ts";
import {
  collectGarbage,
  fixed,
  inParallel,
  inTemporaryFolder,
  inTurns,
  printHeader,
  printTable,
  quantile,
  ratios,
} from "./measure.ts";

const ROUNDS = Number(process.argv[2] ?? 7);
const TURNS = 20;
/** Narrator, four players, spokesperson, and in about half of the turns one or two who react; the classifier and the observer go by rules. */
const CALLS = 6;
const PARALLEL = 50;

const settings = resolveSettings({
  file: { cacheDir: mkdtempSync(join(tmpdir(), "bench-cache-")) },
}).settings;
const harness = createHarness({ settings, ...connect(settings, {}), house: benchActors });
let sessions = 0;

async function play(out: string, { narrator = "house/quick", turns = TURNS } = {}): Promise<SessionState> {
  const name = `session-${++sessions}`;
  const config = planSession(harness, {
    story: "innsmouth",
    prompt: "baseline",
    narrator,
    playerModel: narrator,
    classifier: "house/quick",
    observer: "house/quick",
    archetypes: [...BENCH_GROUP],
    seed: name,
    maxTurns: turns,
  });
  const { state } = await playSession(harness, {
    config: { ...config, charactersPending: false },
    out,
    sessionId: name,
  });
  if (state.turn !== turns) throw new Error(`the session ended at turn ${state.turn}`);
  return state;
}

const messages = tellings.slice(0, 3).map((content) => ({ role: "user" as const, content }));
const bare = () => inParallel(TURNS * CALLS, 4, () => generateText({ model: constantModel, messages }));

const without = async (work: () => Promise<unknown>) => {
  syncs.off = true;
  await work().finally(() => void (syncs.off = false));
};

await inTemporaryFolder(async (out) => {
  printHeader(`What a turn costs beside its model calls (4 players, ${CALLS} calls a turn, ${TURNS} turns)`);
  const many = () => inParallel(PARALLEL, PARALLEL, () => play(out));
  const told = await inTurns(
    { bare, one: () => without(() => play(out)), many: () => without(many) },
    { rounds: ROUNDS },
  );
  const before = { ...syncs };
  const synced = await inTurns({ one: () => play(out), many }, { rounds: 3, warmUp: 0 });
  const played = 3 * (1 + PARALLEL) * TURNS;
  const walls = (turns: Array<{ wall: number }>, each: number) => turns.map(({ wall }) => wall / each);
  const unit = walls(told.bare, TURNS);
  const row = (name: string, times: number[]) => [
    name,
    fixed(quantile(times)),
    fixed(Math.min(...times)),
    times.length === unit.length ? fixed(quantile(ratios(times, unit))) : "",
  ];
  printTable(
    ["wall clock", "ms a turn", "least", "times bare"],
    [
      row(`${CALLS} bare generateText`, unit),
      row("1 session, without fsync", walls(told.one, TURNS)),
      row(`${PARALLEL} in parallel, without fsync`, walls(told.many, TURNS * PARALLEL)),
      row("1 session, with fsync", walls(synced.one, TURNS)),
      row(`${PARALLEL} in parallel, with fsync`, walls(synced.many, TURNS * PARALLEL)),
    ],
  );
  const count = syncs.count - before.count;
  console.log(
    `fsync: ${fixed(count / played, 1)} a turn, ${fixed((syncs.ms - before.ms) / count)} ms each.\n`,
  );

  await play(out, { narrator: "house/slow", turns: 2 });
  const startedAt = performance.now();
  const { records } = await play(out, { narrator: "house/slow" });
  const slow = performance.now() - startedAt;
  const ideal = records.reduce((sum, record) => sum + criticalCalls(record), 0) * LATENCY_MS;
  printTable(
    [`models of ${LATENCY_MS} ms, ${TURNS} turns`, "ms", "ratio"],
    [
      ["critical path: narrator, players, cross-talk if drawn, spokesperson", String(ideal), "1.000"],
      ["one session, start and report included", fixed(slow, 0), fixed(slow / ideal, 3)],
    ],
  );

  const rows: string[][] = [];
  for (let hundred = 1; hundred <= 5; hundred += 1) {
    await inParallel(100, PARALLEL, () => play(out));
    collectGarbage();
    const { heapUsed, rss } = process.memoryUsage();
    rows.push([String(hundred * 100), fixed(heapUsed / 1e6, 1), fixed(rss / 1e6, 0)]);
  }
  printTable(["sessions played", "heap in use (MB)", "resident (MB)"], rows);
});
await harness.close();
