/** The search without sessions: replays are drawn from rates that are known. */
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

test.each([1, 3, 4, 8])(
  "without luck the turn itself is found, wherever it is, %i replays at once",
  (atOnce) => {
    for (const at of TURNS.slice(1)) {
      const { finding, seen } = search(step(at, 1, 0), { seed: 1, atOnce });
      expect(finding).toMatchObject({ kind: "turn", turn: at, decided: true });
      expect(finding.span!.probability).toBeGreaterThanOrEqual(0.9);
      expect(seen.length).toBeLessThanOrEqual(30);
    }
  },
);

test("lost from the start, and well from every turn, are no turns", () => {
  expect(search(() => 0, { seed: 1 }).finding).toMatchObject({
    kind: "from-the-start",
    turn: 0,
    decided: true,
  });
  expect(search(() => 1, { seed: 1 }).finding).toMatchObject({ kind: "recovers", turn: null, decided: true });
});

test("where the last turn ended the session, it is the last turn that did it", () => {
  expect(search(() => 1, { seed: 1, endedAt: 31 }).finding).toMatchObject({ kind: "turn", turn: 31 });
});

/** Searches where the truth is known, as far as one turn was told for certain. */
function toldOf(
  before: number,
  after: number,
  { runs, times }: { runs: number; times: number },
): { claimed: number; right: boolean; near: boolean }[] {
  const all = many(runs, (seed) => ({
    at: 1 + (seed % 30),
    ...search(step(1 + (seed % 30), before, after), { seed, times }),
  }));
  return all
    .filter(({ finding }) => finding.kind === "turn")
    .map(({ at, finding }) => ({
      claimed: finding.span!.probability,
      right: finding.turn === at,
      near: Math.abs(finding.turn! - at) <= 1,
    }));
}
const shareOf = <T>(all: readonly T[], is: (each: T) => boolean) => all.filter(is).length / all.length;
const RUNS = process.env["REHEARSE_FULL"] === "1" ? 300 : 30;

/** Not surer than it is right: the claim lies below the most that the count allows for. */
function expectHonest(told: ReturnType<typeof toldOf>): void {
  if (told.length === 0) return;
  const claimed = told.reduce((sum, each) => sum + each.claimed, 0) / told.length;
  expect(clopperPearson(told.filter(({ right }) => right).length, told.length)[1]).toBeGreaterThanOrEqual(
    claimed,
  );
}

test(
  "what is said for certain is so about as often as it says, where it hardly ever recovers after the turn",
  { timeout: 120_000 },
  () => {
    const told = [
      [0.9, 0.1],
      [0.8, 0.1],
      [0.95, 0.2],
    ].map(([before, after]) => toldOf(before!, after!, { runs: RUNS, times: 30 }));
    for (const each of told) expectHonest(each);
    expect(told.flat().length).toBeGreaterThan(0.3 * 3 * RUNS);
    expect(shareOf(told.flat(), ({ near }) => near)).toBeGreaterThan(0.93);
  },
);

test(
  "and where it often does: then it takes more replays, and is no surer than it is right",
  { timeout: 120_000 },
  () => {
    // With few replays only those who were lucky are told a turn; they must not be believed sooner for it.
    expectHonest(
      [
        [0.9, 0.4],
        [0.8, 0.4],
        [0.7, 0.3],
        [1, 0.5],
      ].flatMap(([before, after]) => toldOf(before!, after!, { runs: 2 * RUNS, times: 30 })),
    );
    const enough = toldOf(0.9, 0.4, { runs: RUNS / 2, times: 90 });
    expectHonest(enough);
    expect(enough.length).toBeGreaterThan(0.25 * (RUNS / 2));
  },
);

test(
  "over all that could be, what is believed on average is as frequent as that; what is said is never more",
  { timeout: 120_000 },
  () => {
    const stated = many(6 * RUNS, (seed) => {
      const truth = drawn(dice(seed, "truth"));
      const { posterior } = search(truth.rate, { seed, times: 40 });
      const best = posterior.steps.indexOf(Math.max(...posterior.steps));
      return { claimed: posterior.steps[best]!, right: best === truth.step };
    });
    for (const [from, to] of [
      [0, 0.3],
      [0.3, 0.9],
      [0.9, 1],
    ] as const) {
      const bin = stated.filter(({ claimed }) => claimed >= from && claimed < to);
      const claimed = bin.reduce((sum, each) => sum + each.claimed, 0) / bin.length;
      const [low, high] = clopperPearson(bin.filter(({ right }) => right).length, bin.length, 0.005);
      expect({ from, bin: bin.length, claimed }).toEqual({
        from,
        bin: expect.toSatisfy((size: number) => size >= RUNS / 2),
        claimed: expect.toSatisfy((share: number) => share >= low && share <= high),
      });
    }
  },
);

/** A session as the search thinks that they are: by the prior, and with rates by theirs. */
function drawn(thrown: ReturnType<typeof dice>): { step: number | null; rate: (turn: number) => number } {
  const least = (of: number) => Math.min(...Array.from({ length: of }, () => thrown.next()));
  // Of Beta(2, 1), the larger of two throws, and Beta(1, 2), the smaller; of Beta(4, 4), the fourth of seven.
  const [high, low] = (function draw(): [number, number] {
    const [before, after] = [1 - least(2), least(2)];
    return before > after ? [before, after] : draw();
  })();
  const [which, at] = [thrown.next(), 1 + thrown.int(30)];
  if (which < 0.7) return { step: at, rate: step(at, high, low) };
  if (which < 0.8) return { step: 0, rate: () => low };
  if (which < 0.9) return { step: TURNS.length, rate: () => high };
  const rates = TURNS.map(() => thrown.next());
  const middling = Array.from({ length: 7 }, () => thrown.next()).sort((a, b) => a - b)[3]!;
  // It comes back, at the last turn at the latest.
  const stretches = TURNS.flatMap((from) => TURNS.slice(from, -1).map((to) => [from, to] as const));
  const [from, to] = stretches[thrown.int(stretches.length)]!;
  return {
    step: null,
    rate:
      which < 0.9 + 0.1 / 3
        ? () => middling
        : which < 0.9 + 0.2 / 3
          ? (turn) => (turn >= from && turn <= to ? low : high)
          : (turn) => rates[turn]!,
  };
}

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
