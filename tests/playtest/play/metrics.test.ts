/**
 * Metrics of whole sessions: each known fault lowers the metric that it should, and metrics depend only on the turns.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { sessionResult, type SessionMetrics } from "../../../src/contract/index.ts";
import { sessionMetrics, type Played } from "../../../src/playtest/index.ts";
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

const measured = ({ state }: Played): SessionMetrics => sessionMetrics(state);

test.each<[fault: string, metric: string, of: (metrics: SessionMetrics) => number]>([
  ["looping", "loops (fewer are better)", ({ failures }) => -failures.loops!],
  ["forgetful", "contradictions (fewer are better)", ({ failures }) => -failures.contradictions!],
  ["blunt", "segue quality", ({ tangents }) => tangents.avgSegueQuality!],
  ["stalled", "turns per pulse (fewer are better)", ({ pulses }) => -pulses.turnsPerPulse!],
  ["rushed", "failures (fewer are better)", ({ failures }) => -failures.total!],
  ["leaky", "spoiled moments (fewer are better)", ({ privateMoments }) => -privateMoments.spoiled!],
])(
  "house/%s ranks below the plain narrator by its %s, and by its mean score",
  { timeout: 120_000 },
  async (fault, _, of) => {
    const faulty: SessionMetrics[] = [];
    for (const table of full ? tables : tables.slice(0, 1))
      faulty.push(measured(await houseSession({ ...table, narrator: `house/${fault}`, maxTurns: TURNS })));
    for (const [index, metrics] of faulty.entries())
      expect(of(metrics)).toBeLessThan(of(measured(plain[index]!)));
    const score = (all: readonly SessionMetrics[]) =>
      all.reduce((sum, { overall }) => sum + overall!, 0) / all.length;
    expect(score(faulty)).toBeLessThan(score(plain.slice(0, faulty.length).map(measured)));
  },
);

test("a plain session has a high score and no error", () => {
  for (const { state } of plain) {
    const { composite, tangents } = sessionMetrics(state);
    expect(state.issues.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(tangents.recoveryRate).toBe(1);
    expect(composite.score!).toBeGreaterThan(80);
    expect(composite.missing.map(({ name }) => name)).toEqual(["quality"]);
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
