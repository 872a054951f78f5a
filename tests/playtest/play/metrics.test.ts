/**
 * Metrics of whole sessions: each known fault lowers the metric that it should, and metrics depend only on the turns.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import {
  sessionMetrics as shape,
  sessionResult,
  type Issue,
  type SessionMetrics,
} from "../../../src/contract/index.ts";
import { foldSession, newSession, withReadings } from "../../../src/playtest/session/index.ts";
import {
  compareSessions,
  loadLatest,
  sessionMetrics,
  sessionReport,
  type Played,
} from "../../../src/playtest/index.ts";
import { metricOf } from "../../../src/playtest/metrics/index.ts";
import { houseSession } from "../house-session.ts";

const tables = [
  { story: "innsmouth", seed: 7 },
  { story: "salt-road", seed: 3 },
];
const TURNS = 40;
const full = process.env["REHEARSE_FULL"] === "1";

let plain: Array<Played & { dir: string }>;
beforeAll(async () => {
  plain = await Promise.all(tables.map((table) => houseSession({ ...table, maxTurns: TURNS })));
}, 120_000);

/** What the faulty narrators got, by their fault. */
const faults = new Map<string, SessionMetrics[]>();

const measured = ({ state }: Played): SessionMetrics => sessionMetrics(state);

test.each<[fault: string, metric: string, of: (metrics: SessionMetrics) => number]>([
  ["looping", "loops (fewer are better)", ({ failures }) => -failures.loops!],
  ["forgetful", "contradictions (fewer are better)", ({ failures }) => -failures.contradictions!],
  ["blunt", "segue quality", ({ tangents }) => tangents.avgSegueQuality!],
  ["stalled", "turns per pulse (fewer are better)", ({ pulses }) => -pulses.turnsPerPulse!],
  ["rushed", "completion", ({ pulses }) => pulses.completionRate!],
  ["derailed", "recovery rate", ({ tangents }) => tangents.recoveryRate!],
  ["leaky", "spoiled moments (fewer are better)", ({ privateMoments }) => -privateMoments.spoiled],
])(
  "house/%s ranks below the plain narrator by its %s, and by its mean score",
  { timeout: 120_000 },
  async (fault, _, of) => {
    const faulty: SessionMetrics[] = [];
    for (const table of full ? tables : tables.slice(0, 1))
      faulty.push(measured(await houseSession({ ...table, narrator: `house/${fault}`, maxTurns: TURNS })));
    faults.set(fault, faulty);
    for (const [index, metrics] of faulty.entries())
      expect(of(metrics)).toBeLessThan(of(measured(plain[index]!)));
    const score = (all: readonly SessionMetrics[]) =>
      all.reduce((sum, { overall }) => sum + overall!, 0) / all.length;
    expect(score(faulty)).toBeLessThan(score(plain.slice(0, faulty.length).map(measured)));
  },
);

test("stalling forever is worse than repeating oneself, and so is skipping most of the story", () => {
  const soundness = (fault: string) => faults.get(fault)!.map((metrics) => metricOf(metrics, "soundness")!);
  for (const [index, value] of soundness("derailed").entries())
    expect(value).toBeLessThan(soundness("looping")[index]!);
  for (const [index, { overall }] of faults.get("rushed")!.entries())
    expect(overall!).toBeLessThan(faults.get("looping")![index]!.overall!);
});

test("a player's leak does not lower the narrator's score", () => {
  const { state } = plain[0]!;
  const leak: Issue = {
    turn: state.turn,
    type: "leak",
    severity: "error",
    by: "player",
    description: "A player says aloud what another was told.",
    evidence: [],
    confidence: 1,
    source: "mechanical",
  };
  const leaked = withReadings(
    foldSession(
      newSession({ sessionId: "leak", config: state.config }),
      state.records.map((record) =>
        record.turn === leak.turn ? { ...record, issues: [...record.issues, leak] } : record,
      ),
    ),
    state.readings,
  );
  expect(leaked.issues.filter(({ type }) => type === "leak")).toMatchObject([{ by: "player" }]);
  expect(sessionMetrics(leaked).failures).toMatchObject({ total: 0, byPlayers: 1 });
  expect(sessionMetrics(leaked).overall).toBe(sessionMetrics(state).overall);
});

test("a plain session has a high score and no error", () => {
  for (const { state } of plain) {
    const { composite, tangents } = sessionMetrics(state);
    expect(state.issues.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(tangents.recoveryRate).toBe(1);
    expect(composite.score!).toBeGreaterThan(80);
    expect(composite.missing.map(({ name }) => name)).toEqual(["quality"]);
  }
});

test("metrics do not depend on how the session was folded", () => {
  for (const { state, dir } of plain) {
    const metrics = sessionMetrics(state);
    expect(sessionMetrics(loadLatest(dir).state)).toEqual(metrics);
    const start = newSession({ sessionId: state.sessionId, config: state.config });
    for (const cut of [1, 7, state.turn - 1]) {
      const half = foldSession(start, state.records.slice(0, cut));
      sessionMetrics(half);
      const whole = withReadings(foldSession(half, state.records.slice(cut)), state.readings);
      expect(sessionMetrics(whole)).toEqual(metrics);
    }
    expect(shape.parse(JSON.parse(JSON.stringify(metrics)))).toEqual(metrics);
  }
});

test("session.json has them, with the source of each and the read turns", () => {
  const { dir, state } = plain[0]!;
  const stored = sessionResult.parse(JSON.parse(readFileSync(join(dir, "session.json"), "utf8")));
  expect(stored.metrics).toEqual(sessionMetrics(state));
  expect(stored.overall).toBe(stored.metrics!.composite.score);
  expect(
    stored.tangents
      .filter(({ recoveryMethod }) => recoveryMethod === "hook")
      .map(({ segueQuality }) => segueQuality),
  ).toContain(5);
  expect(stored.metrics!.sources).toMatchObject({
    completion: "mechanical",
    soundness: "reader: house (planted faults only), mechanical",
    pacing: "missing",
  });
  expect(stored.read).toMatchObject({
    source: "reader: house (planted faults only)",
    of: stored.turns,
    unread: [],
    notLookedFor: [],
  });
  expect(stored.issues.every(({ source }) => source !== "")).toBe(true);
});

test("a session.json older than metrics is still read", () => {
  const { metrics: _metrics, ...old } = plain[0]!.result;
  expect(sessionResult.parse({ ...old, metrics: null })).toMatchObject({ metrics: null });
  expect(sessionResult.parse({ ...old, metrics: { pulses: "many" } }).metrics).toBeNull();
});

test("the score interval of earlier versions is read and dropped, and never written", () => {
  const { result } = plain[0]!;
  const metrics = result.metrics!;
  expect(metrics.composite).not.toHaveProperty("interval");
  const old = {
    ...result,
    metrics: { ...metrics, composite: { ...metrics.composite, interval: [80.3, 86.8] } },
  };
  expect(sessionResult.parse(old).metrics).toEqual(metrics);
});

test("the report shows the score with its parts and the pace as a chart", () => {
  const { state, result } = plain[0]!;
  const report = sessionReport({ state, result });
  const metrics = result.metrics!;
  expect(report).toContain(`**Score: ${metrics.overall} of 100**. One session is one sample: `);
  expect(report).toContain(
    "Not measured (their weight is shared among the other parts): quality (not judged).",
  );
  const chart = /^turn +1 (.*)$/m.exec(report)![1]!;
  expect([...chart].flatMap((sign, index) => (sign === "█" ? [index + 1] : []))).toEqual(state.pulses);
  expect(report).toContain(metrics.pulses.distribution.join(" "));
});

test("comparisons have the new metrics, over the common turns and as a whole", async () => {
  // One is shorter, so that the turns that all have are not the whole of any other.
  const all = [...plain, await houseSession({ ...tables[0]!, maxTurns: 12 })];
  const sessions = all.map(({ state, result, dir }) => ({
    state,
    totals: result.totals,
    dir,
    outcome: result.outcome,
  }));
  const { sessions: compared } = compareSessions(sessions);
  for (const [index, { whole, shared }] of compared.entries()) {
    // The short session has fewer parts: all scores use only those.
    expect(Object.keys(whole).filter((name) => name.startsWith("overall/"))).toEqual(
      Object.keys(compared[2]!.whole).filter((name) => name.startsWith("overall/")),
    );
    expect(whole.overall).toBeGreaterThan(0);
    expect(whole["segue-quality"]).toBe(all[index]!.result.metrics!.tangents.avgSegueQuality);
    expect(whole["fun-factor"]).toBeNull();
    expect(shared).toMatchObject({ completion: null });
    expect(shared!.overall).toBeGreaterThan(0);
  }
});
