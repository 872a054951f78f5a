/** The search without sessions: replays are drawn from rates that are known. */
import { expect, test } from "vitest";
import { clopperPearson } from "../../kernel/stats/index.ts";
import { dice } from "../../kernel/dice/index.ts";
import { conclude } from "./conclude.ts";
import { nextProbes } from "./next-probes.ts";
import { posteriorOf, type Seen } from "./posterior.ts";

const TURNS = Array.from({ length: 31 }, (_, turn) => turn);
const USUAL = { certainty: 0.9, within: 1 };

function search(rate: (turn: number) => number, { seed, times = 30, atOnce = 4, turns = TURNS, endedAt }: { seed: number; times?: number; atOnce?: number; turns?: readonly number[]; endedAt?: number }) {
  const thrown = dice(seed, "bisect");
  const seen: Seen[] = [];
  for (;;) {
    const posterior = posteriorOf(turns, seen);
    const finding = conclude(posterior, { ...USUAL, endedAt });
    if (finding.decided || seen.length >= times) return { finding, seen, posterior };
    for (const turn of nextProbes(posterior, { count: Math.min(atOnce, times - seen.length), before: seen.map((each) => each.turn) })) seen.push({ turn, recovered: thrown.next() < rate(turn) });
  }
}
const step = (at: number, before: number, after: number) => (turn: number) => (turn < at ? before : after);
const many = <T>(count: number, of: (seed: number) => T): T[] => Array.from({ length: count }, (_, seed) => of(seed));

test.each([1, 3, 4, 8])("without luck the turn itself is found, wherever it is, %i replays at once", (atOnce) => {
  for (const at of TURNS.slice(1)) {
    const { finding, seen } = search(step(at, 1, 0), { seed: 1, atOnce });
    expect(finding).toMatchObject({ kind: "turn", turn: at, decided: true });
    expect(finding.probability).toBeGreaterThanOrEqual(0.9);
    expect(seen.length).toBeLessThanOrEqual(24);
  }
});

test("lost from the start, and well from every turn, are no turns", () => {
  expect(search(() => 0, { seed: 1 }).finding).toMatchObject({ kind: "from-the-start", turn: 0, decided: true });
  expect(search(() => 1, { seed: 1 }).finding).toMatchObject({ kind: "recovers", turn: null, decided: true });
});

test("where the last turn ended the session, it is the last turn that did it", () => {
  expect(search(() => 1, { seed: 1, endedAt: 31 }).finding).toMatchObject({ kind: "turn", turn: 31 });
});

test.each([[0.9, 0.1], [0.8, 0.1], [0.95, 0.2]])("recovering at %f before and %f after: what is said for certain is so about as often as it says", (before, after) => {
  const runs = many(100, (seed) => ({ at: 1 + (seed % 30), ...search(step(1 + (seed % 30), before, after), { seed }) }));
  const told = runs.filter(({ finding }) => finding.kind === "turn");
  const right = told.filter(({ at, finding }) => finding.turn === at).length;
  const near = told.filter(({ at, finding }) => Math.abs(finding.turn! - at) <= 1).length;
  const claimed = told.reduce((sum, { finding }) => sum + finding.probability, 0) / told.length;
  expect(told.length).toBeGreaterThan(20);
  // Not surer than it is right: the claim lies below the most that the count allows for.
  expect(clopperPearson(right, told.length)[1]).toBeGreaterThanOrEqual(claimed);
  expect(near / told.length).toBeGreaterThan(0.93);
});

test("a stretch of bad turns from which it comes back is no turn of no return", () => {
  const runs = many(100, (seed) => search((turn) => (turn < 10 || turn > 20 ? 0.95 : 0.05), { seed }));
  expect(runs.filter(({ finding }) => finding.kind === "turn").length).toBeLessThanOrEqual(5);
  expect(runs.filter(({ finding }) => finding.kind === "no-single-turn").length).toBeGreaterThan(70);
});

test("a matter of luck from everywhere is no turn either", () => {
  const runs = many(60, (seed) => search(() => 0.5, { seed }));
  expect(runs.filter(({ finding }) => finding.kind === "turn").length).toBeLessThanOrEqual(6);
});

test("one replay alone is at the median; every fourth looks where nobody has", () => {
  const nothing = posteriorOf(TURNS, []);
  expect(nextProbes(nothing, { count: 1, before: [] })).toEqual([15]);
  expect(nextProbes(nothing, { count: 1, before: [15, 15, 15] })).toEqual([30]);
  expect(nothing.steps.reduce((sum, each) => sum + each, nothing.none)).toBeCloseTo(1, 12);
});

test("thousands of replays and turns do not overflow", () => {
  const turns = Array.from({ length: 100 }, (_, turn) => turn);
  const seen = turns.flatMap((turn) => Array.from({ length: 10 }, () => ({ turn, recovered: turn < 40 })));
  const posterior = posteriorOf(turns, seen);
  expect(conclude(posterior, USUAL)).toMatchObject({ kind: "turn", turn: 40 });
  expect(posterior.steps.every(Number.isFinite)).toBe(true);
});
