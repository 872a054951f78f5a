/**
 * Claim: a turn costs little beside its model calls. Journal, checkpoint, classifier's rules and detectors included, fsync
 * apart; one session, and fifty in parallel; each beside the same number of bare `generateText` calls. Then with models
 * that take their time, a turn against its critical path, also with a reader that is asked twice in each turn, over
 * loopback; what the reader's own code costs in sessions of 25 to 400 turns; and memory over 500 sessions.
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
import type { Reading } from "../src/contract/index.ts";
import { systemClock } from "../src/kernel/clock/index.ts";
import { planSession, playSession } from "../src/playtest/index.ts";
import { caseFile } from "../src/playtest/reader/case-file.ts";
import type { ReaderTurn } from "../src/playtest/reader/index.ts";
import type { SessionState } from "../src/playtest/session/index.ts";
import { BENCH_GROUP, benchActors, criticalCalls, LATENCY_MS, tellings } from "./bench-actor.ts";
import { narrationToRead, readerAnswer } from "../tests/support/model-servers/playtest-actors.ts";
import { startPlaytestServer } from "../tests/support/model-servers/playtest-server.ts";
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
/** Narrator, four players, spokesperson, and in about half of the turns one or two who react; the classifier goes by rules. */
const CALLS = 6;
const PARALLEL = 50;

/** As slow as everybody else, and with something to confirm in each turn. */
const server = await startPlaytestServer({
  pause: () => systemClock.sleep(LATENCY_MS),
  special(asked) {
    if (asked.part !== "reader") return undefined;
    const quote = narrationToRead(asked).slice(0, 40);
    const finding = { kind: "character-break", quote, against: null, why: "It shows.", confidence: 0.9 };
    return { does: "say", text: JSON.stringify(readerAnswer(asked, [finding])) };
  },
});
const settings = resolveSettings({
  file: { cacheDir: mkdtempSync(join(tmpdir(), "bench-cache-")) },
  env: server.env(),
}).settings;
const harness = createHarness({ settings, ...connect(settings, server.env()), house: benchActors });
let sessions = 0;

async function play(
  out: string,
  {
    narrator = "house/quick",
    observer = "none",
    turns = TURNS,
    onTurn,
  }: { narrator?: string; observer?: string; turns?: number; onTurn?: () => void } = {},
): Promise<SessionState> {
  const name = `session-${++sessions}`;
  const config = planSession(harness, {
    story: "innsmouth",
    prompt: "baseline",
    narrator,
    playerModel: narrator,
    classifier: "house/quick",
    observer,
    archetypes: [...BENCH_GROUP],
    seed: name,
    maxTurns: turns,
  });
  const { state } = await playSession(harness, {
    config: { ...config, charactersPending: false },
    out,
    sessionId: name,
    onTurn,
  });
  if (state.turn !== turns) throw new Error(`the session ended at turn ${state.turn}`);
  return state;
}

const messages = tellings.slice(0, 3).map((content) => ({ role: "user" as const, content }));
const bare = () => inParallel(TURNS * CALLS, 4, () => generateText({ model: constantModel, messages }));

/** The case file of every turn of a session in which the reader notes five facts and a request per turn. */
function readCases(count: number): number {
  const said = (index: number) => tellings[index % tellings.length]!;
  const turns = Array.from({ length: count }, (_, index): ReaderTurn => ({
    turn: index + 1,
    phase: "story",
    narration: said(index),
    told: [],
    talk: [{ seat: 0, says: said(index + 1) }],
  }));
  const readings = turns.map(({ turn, narration }): Reading => {
    const words = narration.split(" ");
    const facts = Array.from({ length: 5 }, (_, n) => ({
      id: `f${turn}.${n + 1}`,
      subject: words.slice(n, n + 2).join(" "),
      text: words.slice(n + 2, n + 12).join(" "),
      quote: words.slice(n, n + 12).join(" "),
      lasting: n < 2,
    }));
    const content = {
      findings: [],
      requests: [],
      wishes: [],
      secrets: [],
      shared: [],
      payoffs: [],
      voidQuotes: [],
      asks: [{ id: `r${turn}.1`, text: "go on along the shore" }],
      facts,
    };
    const head = { version: 1, turn, turnChecksum: "", reader: "bench", status: "read" } as const;
    return { ...head, answeredBy: { reader: "bench" }, content };
  });
  const table = { story: "Innsmouth", names: ["Ada", "Ben"] };
  const before = process.cpuUsage();
  for (const { turn } of turns)
    caseFile({ readings: readings.slice(0, turn - 1), turns: turns.slice(0, turn), table });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

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

  /** Until the last turn is saved: its reading and the report come after it. */
  const timed = async (observer: string) => {
    const startedAt = performance.now();
    let savedAt = startedAt;
    const { records, readings } = await play(out, {
      narrator: "house/slow",
      observer,
      onTurn: () => void (savedAt = performance.now()),
    });
    const ideal = records.reduce((sum, record) => sum + criticalCalls(record), 0) * LATENCY_MS;
    const [played, whole] = [savedAt - startedAt, performance.now() - startedAt];
    const read = readings.filter(({ status }) => status === "read").length;
    return [
      `${observer === "none" ? "no reader" : `reader and second look, ${read} turns read`}`,
      String(ideal),
      fixed(played, 0),
      fixed(played / ideal, 3),
      fixed(whole, 0),
    ];
  };
  await play(out, { narrator: "house/slow", observer: "gpt-4o-mini", turns: 2 });
  printTable(
    [
      `models of ${LATENCY_MS} ms, ${TURNS} turns`,
      "critical path (ms)",
      "turns (ms)",
      "ratio",
      "with the end",
    ],
    [await timed("none"), await timed("gpt-4o-mini")],
  );

  printTable(
    ["turns read", "ms of processor time", "a turn"],
    [25, 50, 100, 200, 400].map((turns) => {
      const ms = readCases(turns);
      return [String(turns), fixed(ms, 0), fixed(ms / turns)];
    }),
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
await server[Symbol.asyncDispose]();
