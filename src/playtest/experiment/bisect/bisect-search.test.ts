/** Tests the search without sessions: replays are drawn from known rates. */
import { expect, test } from "vitest";
import { clopperPearson } from "../../../kernel/stats/index.ts";
import { dice } from "../../../kernel/dice/index.ts";
import { conclude, nextProbes } from "./bisect-search.ts";
import { posteriorOf, type Seen } from "./bisect-belief.ts";

const TURNS = Array.from({ length: 31 }, (_, turn) => turn);
const USUAL = { certainty: 0.9, within: 1 };

function search(
  rate: (turn: number) => number,
  {
    seed,
    times = 30,
    atOnce = 4,
    turns = TURNS,
    endedAt,
  }: { seed: number; times?: number; atOnce?: number; turns?: readonly number[]; endedAt?: number },
) {
  const thrown = dice(seed, "bisect");
  const seen: Seen[] = [];
  for (;;) {
    const posterior = posteriorOf(turns, seen);
    const finding = conclude(posterior, { ...USUAL, endedAt });
    if (finding.decided || seen.length >= times) return { finding, seen, posterior };
    for (const turn of nextProbes(posterior, {
      count: Math.min(atOnce, times - seen.length),
      before: seen.map((each) => each.turn),
    }))
      seen.push({ turn, recovered: thrown.next() < rate(turn) });
  }
}
const step = (at: number, before: number, after: number) => (turn: number) => (turn < at ? before : after);
const many = <T>(count: number, of: (seed: number) => T): T[] =>
  Array.from({ length: count }, (_, seed) => of(seed));

test.each([1, 4])("without chance, any turn is found exactly, %i replays at once", (atOnce) => {
  for (const at of [1, 2, 9, 15, 22, 29, 30]) {
    const { finding, seen } = search(step(at, 1, 0), { seed: 1, atOnce });
    expect(finding).toMatchObject({ kind: "turn", turn: at, decided: true });
    expect(finding.span!.probability).toBeGreaterThanOrEqual(0.9);
    expect(seen.length).toBeLessThanOrEqual(30);
  }
});

test("lost from the start, and recovering from every turn, are not reported as a turn", () => {
  expect(search(() => 0, { seed: 1 }).finding).toMatchObject({
    kind: "from-the-start",
    turn: 0,
    decided: true,
  });
  expect(search(() => 1, { seed: 1 }).finding).toMatchObject({ kind: "recovers", turn: null, decided: true });
});

test("if every checkpoint recovers, the turn that ended the session lost it", () => {
  expect(search(() => 1, { seed: 1, endedAt: 31 }).finding).toMatchObject({ kind: "turn", turn: 31 });
});

/** benches/bisect-calibration.ts has the long tables. */
const RUNS = process.env["REHEARSE_FULL"] === "1" ? 300 : 24;

/** How often a turn was named, how often it was right, and its mean claimed probability. */
function namedTurns(world: (at: number, seed: number) => (turn: number) => number, times = 30) {
  const named = many(RUNS, (seed) => {
    const at = 1 + (seed % 30);
    const { finding } = search(world(at, seed), { seed, times });
    return { at, finding };
  }).filter(({ finding }) => finding.kind === "turn");
  const right = named.filter(({ at, finding }) => finding.turn === at).length;
  const said = named.reduce((sum, { finding }) => sum + finding.span!.probability, 0) / named.length;
  return { share: named.length / RUNS, right, named: named.length, said };
}

test("a turn with a sharp drop is named, and the claimed probability holds", { timeout: 300_000 }, () => {
  const { share, right, named, said } = namedTurns((at) => step(at, 0.9, 0.1));
  expect(share).toBeGreaterThan(0.3);
  expect(right / named).toBeGreaterThanOrEqual(said - 0.03);
});

test("if every turn has its own rate, the claimed probability still holds", { timeout: 300_000 }, () => {
  const { named, right, said } = namedTurns((at, seed) => {
    const draw = dice(seed, "own rates");
    const own = TURNS.map(() => 0.3 * (draw.next() + draw.next() + draw.next() - 1.5));
    return (turn) => Math.min(0.99, Math.max(0.01, (turn < at ? 0.85 : 0.15) + own[turn]!));
  });
  expect(named).toBeGreaterThan(0);
  expect(clopperPearson(right, named)[1]).toBeGreaterThanOrEqual(said);
});

/**
 * Sixteen replays from every turn show how much the rates vary. `replays`: how closely each turn's own rate is drawn around its level
 * (Pólya's urn). Returns the mean probability of the most probable turn, and how often it is right.
 */
function manyFromEveryTurn(replays: number): { says: number; right: number } {
  const found = many(150, (seed) => {
    const draw = dice(seed, `four replays/${replays}`);
    const at = 1 + draw.int(30);
    const seen = TURNS.flatMap((turn) => {
      const own = { recovered: 0, all: 0 };
      return many(16, (): Seen => {
        const level = turn < at ? 0.75 : 0.25;
        const chance = replays === Infinity ? level : (level * replays + own.recovered) / (replays + own.all);
        const recovered = draw.next() < chance;
        own.recovered += Number(recovered);
        own.all += 1;
        return { turn, recovered };
      });
    });
    const { steps } = posteriorOf(TURNS, seen);
    const best = Math.max(...steps);
    return { says: best, right: steps.indexOf(best) === at };
  });
  const mean = (of: (each: (typeof found)[number]) => number) =>
    found.reduce((sum, each) => sum + of(each), 0) / found.length;
  return { says: mean(({ says }) => says), right: mean(({ right }) => Number(right)) };
}

test.each([Infinity, 6, 2])(
  "probabilities are calibrated, whether rates vary by turn or not (closeness of %d replays)",
  { timeout: 60_000 },
  (replays) => {
    const { says, right } = manyFromEveryTurn(replays);
    expect(Math.abs(says - right), `says ${says}, right ${right}`).toBeLessThan(0.1);
  },
);

const gradual: Record<string, (turn: number) => number> = {
  "a ramp over 16 turns": (turn) => 0.9 - 0.8 * Math.min(1, Math.max(0, (turn - 7) / 16)),
  "two steps": (turn) => (turn < 8 ? 0.9 : turn < 20 ? 0.5 : 0.1),
  luck: () => 0.5,
};
test.each(Object.keys(gradual))("%s is not attributed to one turn", { timeout: 300_000 }, (name) => {
  const found = many(RUNS, (seed) => search(gradual[name]!, { seed, times: 40 }).finding);
  expect(found.filter(({ kind }) => kind === "turn").length).toBeLessThanOrEqual(0.05 * RUNS);
});

test("a stretch of bad turns with a recovery after it is not one turn", { timeout: 300_000 }, () => {
  const found = many(
    RUNS,
    (seed) => search((turn) => (turn < 10 || turn > 20 ? 0.95 : 0.05), { seed }).finding,
  );
  expect(found.filter(({ kind }) => kind === "turn").length).toBeLessThanOrEqual(0.05 * RUNS);
  const none = found.filter(({ kind }) => kind === "no-single-turn");
  expect(none.length).toBeGreaterThan(0.6 * RUNS);
  expect(none.filter(({ shape }) => shape === "stretch").length).toBeGreaterThan(0.9 * none.length);
});

test("two checkpoints, both lost: lost from the start", () => {
  expect(search(() => 0, { seed: 1, turns: [3, 4] }).finding).toMatchObject({
    kind: "from-the-start",
    decided: true,
  });
});

test("a single replay starts at the median, several at the quantiles, every sixth where the least is known", () => {
  const nothing = posteriorOf(TURNS, []);
  expect(nextProbes(nothing, { count: 1, before: [] })).toEqual([15]);
  expect(nextProbes(nothing, { count: 3, before: [] })).toEqual([5, 15, 25]);
  expect(nextProbes(nothing, { count: 1, before: [15, 15, 15, 15, 15] })).toEqual([30]);
  expect(nothing.steps.reduce((sum, each) => sum + each, nothing.none)).toBeCloseTo(1, 12);
});

test("thousands of replays and turns do not overflow", () => {
  const turns = Array.from({ length: 100 }, (_, turn) => turn);
  const seen = turns.flatMap((turn) => Array.from({ length: 10 }, () => ({ turn, recovered: turn < 40 })));
  const posterior = posteriorOf(turns, seen);
  expect(conclude(posterior, USUAL)).toMatchObject({ kind: "turn", turn: 40 });
  expect(posterior.steps.every(Number.isFinite)).toBe(true);
});
