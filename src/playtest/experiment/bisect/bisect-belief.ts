/**
 * Which turn lost the session, given which replays recovered? Each explanation says how often replays recover from each turn; Bayes'
 * rule says how probable it is. Every turn has a rate of its own, drawn around what the explanation says (a beta-binomial): turns are
 * not alike, and a model that thinks they are is sure too soon.
 */
import type { BisectFinding } from "../../../contract/index.ts";
import { logBetaFunction } from "../../../kernel/stats/index.ts";

/** What was seen from one turn's checkpoint. */
export type Seen = { turn: number; recovered: boolean };

/**
 * What is believed: `steps[i]` is how probable it is that the i-th turn is the first from which the session no longer recovers as
 * before, the one past the last that it recovers from them all.
 */
export type Posterior = {
  turns: readonly number[];
  steps: readonly number[];
  /** There is no such turn: the sum of `shapes`. */
  none: number;
  shapes: Readonly<Record<Shape, number>>;
};

/** Explanations without a single turn. */
export type Shape = NonNullable<BisectFinding["shape"]>;

/** Before any replay: lost from the start, and never lost, 1 in 11 each; no single turn 1 in 5; the rest is alike for all turns. */
const NONE = 0.2;
const AT_AN_END = 1 / 9;
const shapePriors: Record<Shape, number> = {
  luck: 0.2 * NONE,
  stretch: 0.2 * NONE,
  ramp: 0.25 * NONE,
  "two-steps": 0.25 * NONE,
  "no-pattern": 0.1 * NONE,
};

/** How far a turn's own rate may lie from what the explanation says: as if that had been learnt from so many replays. */
const closeness = [
  { replays: 6, prior: 0.3 },
  { replays: Infinity, prior: 0.7 },
];

/** Rates are looked at on a grid; a finer one says the same. */
const GRID = 12;
const rates = Array.from({ length: GRID }, (_, at) => (at + 0.5) / GRID);

/** A smaller drop is not what anybody would call lost. */
const LEAST_DROP = 0.3;
/** Indexes into `rates`: the higher and the lower. A large drop is somewhat likelier than a small one. */
const drops = normalised(
  rates
    .flatMap((high, a) =>
      rates.slice(0, a).map((low, b) => ({ high: a, low: b, weight: high * (1 - low), drop: high - low })),
    )
    .filter(({ drop }) => drop >= LEAST_DROP),
);
/** With a level between them that differs from both. */
const doubleDrops = normalised(
  drops.flatMap(({ high, low, weight }) =>
    rates.flatMap((middle, at) =>
      rates[high]! - middle >= 0.2 && middle - rates[low]! >= 0.2 ? [{ high, middle: at, low, weight }] : [],
    ),
  ),
);
/** So that the middle of a ramp lies on the grid. */
const slopes = normalised(drops.filter(({ high, low, drop }) => drop >= 0.4 && (high - low) % 2 === 0));
const SHORTEST_RAMP = 4;
/** Luck is neither hardly ever nor nearly always. */
const luck = normalised(rates.map((rate, at) => ({ at, weight: (rate * (1 - rate)) ** 3 })));

export function posteriorOf(turns: readonly number[], seen: readonly Seen[]): Posterior {
  const tallies = turns.map((turn) => tallyOf(seen, turn));
  const probed = tallies.flatMap((tally, at) => (tally.recovered + tally.not > 0 ? [{ at, ...tally }] : []));
  // What was seen cannot tell steps between two probed turns apart: they share a cut.
  const cutOf = Array.from(
    { length: turns.length + 1 },
    (_, step) => probed.filter(({ at }) => at < step).length,
  );
  // A stretch to the very end, or a second step at an end, would be a single step.
  const stretches = stretchesOf(cutOf, { first: 0 });
  const doubleSteps = stretchesOf(cutOf, { first: 1 });
  const ramps = rampsOf(turns.length);

  const cuts: number[][] = Array.from({ length: probed.length + 1 }, () => []);
  const logs: Record<Exclude<Shape, "no-pattern">, number[]> = {
    luck: [],
    stretch: [],
    ramp: [],
    "two-steps": [],
  };
  for (const { replays, prior } of closeness) {
    const spread = Math.log(prior);
    const likelihood = probed.map((tally) => rates.map((rate) => logLikelihood(tally, rate, replays)));
    // Of all turns before a cut, at each rate.
    const before = [rates.map(() => 0)];
    for (const own of likelihood) before.push(before.at(-1)!.map((log, at) => log + own[at]!));
    const all = before.at(-1)!;
    const between = (from: number, to: number, rate: number) => before[to]![rate]! - before[from]![rate]!;
    const last = probed.length;

    for (const { high, low, log } of drops)
      for (let cut = 0; cut <= last; cut += 1)
        cuts[cut]!.push(spread + log + between(0, cut, high) + between(cut, last, low));
    for (const { at, log } of luck) logs.luck.push(spread + log + all[at]!);
    for (const { from, to, log: where } of stretches)
      for (const { high, low, log } of drops)
        logs.stretch.push(
          spread + where + log + between(0, from, high) + between(from, to, low) + between(to, last, high),
        );
    for (const { from, to, log: where } of doubleSteps)
      for (const { high, middle, low, log } of doubleDrops)
        logs["two-steps"].push(
          spread + where + log + between(0, from, high) + between(from, to, middle) + between(to, last, low),
        );
    for (const { from, to, log: where } of ramps) {
      const down = probed.map(({ at }) => Math.min(1, Math.max(0, (at - from) / (to - from))));
      for (const { high, low, log } of slopes)
        logs.ramp.push(
          likelihood.reduce(
            (sum, own, at) => sum + own[Math.round(high + (low - high) * down[at]!)]!,
            spread + where + log,
          ),
        );
    }
  }

  const cutLogs = cuts.map(logSum);
  const stepLogs = cutOf.map((cut, step) => Math.log(stepPrior(step, turns.length)) + cutLogs[cut]!);
  const noPattern = probed.reduce((sum, tally) => sum + logLikelihood(tally, 0.5, 2), 0);
  const shapeLogs = Object.entries(shapePriors).map(
    ([shape, prior]) =>
      [
        shape,
        Math.log(prior) + (shape === "no-pattern" ? noPattern : logSum(logs[shape as keyof typeof logs])),
      ] as const,
  );
  const every = logSum([...stepLogs, ...shapeLogs.map(([, log]) => log)]);
  const shapes = Object.fromEntries(
    shapeLogs.map(([shape, log]) => [shape, Math.exp(log - every)]),
  ) as Record<Shape, number>;
  return {
    turns,
    steps: stepLogs.map((log) => Math.exp(log - every)),
    none: Object.values(shapes).reduce((sum, share) => sum + share, 0),
    shapes,
  };
}

type Tally = { recovered: number; not: number };

function tallyOf(seen: readonly Seen[], turn: number): Tally {
  const here = seen.filter((each) => each.turn === turn);
  const recovered = here.filter((each) => each.recovered).length;
  return { recovered, not: here.length - recovered };
}

/** Of this very sequence, where the turn's own rate is drawn around `rate` as closely as so many replays would tell. */
function logLikelihood({ recovered, not }: Tally, rate: number, replays: number): number {
  if (replays === Infinity) return recovered * Math.log(rate) + not * Math.log(1 - rate);
  const [up, down] = [rate * replays, (1 - rate) * replays];
  return logBetaFunction(recovered + up, not + down) - logBetaFunction(up, down);
}

const stepPrior = (step: number, turns: number): number =>
  (1 - NONE) * (step === 0 || step === turns ? AT_AN_END : (1 - 2 * AT_AN_END) / Math.max(1, turns - 1));

/** Every run of turns that ends before the last, as cuts: those that look the same are counted once, with their share. */
function stretchesOf(
  cutOf: readonly number[],
  { first: earliest }: { first: number },
): Array<{ from: number; to: number; log: number }> {
  const found = new Map<string, { from: number; to: number; weight: number }>();
  for (let first = earliest; first < cutOf.length - 2; first += 1)
    for (let past = first + 1; past < cutOf.length - 1; past += 1) {
      const [from, to] = [cutOf[first]!, cutOf[past]!];
      const same = found.get(`${from}/${to}`) ?? { from, to, weight: 0 };
      found.set(`${from}/${to}`, { ...same, weight: same.weight + 1 });
    }
  return normalised([...found.values()]);
}

/** From the last turn that is well to the first that is lost, every second one: neighbours say nearly the same. */
function rampsOf(turns: number): Array<{ from: number; to: number; log: number }> {
  const found: Array<{ from: number; to: number; weight: number }> = [];
  for (let from = -1; from < turns; from += 2)
    for (let to = from + SHORTEST_RAMP; to <= turns + 1; to += 2) found.push({ from, to, weight: 1 });
  return normalised(found);
}

function normalised<Item extends { weight: number }>(items: readonly Item[]): Array<Item & { log: number }> {
  const total = items.reduce((sum, { weight }) => sum + weight, 0);
  return items.map((item) => ({ ...item, log: Math.log(item.weight / total) }));
}

function logSum(logs: readonly number[]): number {
  const most = logs.reduce((a, b) => Math.max(a, b), -Infinity);
  return most === -Infinity
    ? most
    : most + Math.log(logs.reduce((total, log) => total + Math.exp(log - most), 0));
}
