/**
 * Which turn lost the session, given which replays recovered? Each explanation predicts how often replays recover from each turn, and
 * Bayes' rule gives its probability. Every turn has its own rate, drawn around the prediction (a beta-binomial): turns differ, and a
 * model that ignores this is overconfident.
 */
import type { BisectFinding } from "../../../contract/index.ts";

/** The outcome of one replay from a turn's checkpoint. */
export type Seen = { turn: number; recovered: boolean };

/**
 * `steps[i]` is the probability that the i-th turn is the first from which the session no longer recovers as before. The entry past the
 * last turn is the probability that it recovers from every turn.
 */
export type Posterior = {
  turns: readonly number[];
  steps: readonly number[];
  /** The probability that there is no such turn: the sum of `shapes`. */
  none: number;
  shapes: Readonly<Record<Shape, number>>;
};

/** Explanations without a single turn. */
export type Shape = NonNullable<BisectFinding["shape"]>;

/** Prior: lost from the start and never lost, 1 in 11 each; no single turn, 1 in 5; the rest is spread evenly over the turns. */
const NONE = 0.2;
const AT_AN_END = 1 / 9;
export const shapePriors: Record<Shape, number> = {
  luck: 0.2 * NONE,
  stretch: 0.2 * NONE,
  ramp: 0.25 * NONE,
  "two-steps": 0.25 * NONE,
  "no-pattern": 0.1 * NONE,
};

/**
 * How close a turn's own rate is to the prediction, as if that had been learnt from this many replays. Around a rate of one half, 6 is
 * a standard deviation of .19 and 2 is .29. Thirty replays can hardly distinguish them, so the prior decides.
 */
export const closeness = [
  { replays: Infinity, prior: 0.8 },
  { replays: 6, prior: 0.12 },
  { replays: 2, prior: 0.08 },
];

/** Rates lie on a grid. A finer grid gives the same results. */
const GRID = 12;
const rates = Array.from({ length: GRID }, (_, at) => (at + 0.5) / GRID);

/** A smaller drop does not count as losing the session. */
const LEAST_DROP = 0.3;
/** Pairs of indexes into `rates`. A large drop is likelier than a small one. */
const drops = normalised(
  rates
    .flatMap((high, a) =>
      rates
        .slice(0, a)
        .map((low, b) => ({ high: a, low: b, weight: (high * (1 - low)) ** 2, drop: high - low })),
    )
    .filter(({ drop }) => drop >= LEAST_DROP),
);
/** Drops with a third level between the two. */
const doubleDrops = normalised(
  drops.flatMap(({ high, low, weight }) =>
    rates.flatMap((middle, at) =>
      rates[high]! - middle >= 0.2 && middle - rates[low]! >= 0.2 ? [{ high, middle: at, low, weight }] : [],
    ),
  ),
);
/** Even distances, so that the middle of a ramp lies on the grid. */
const slopes = normalised(drops.filter(({ high, low, drop }) => drop >= 0.4 && (high - low) % 2 === 0));
/** Chance means a rate that is neither close to 0 nor close to 1. */
const luck = normalised(rates.map((rate, at) => ({ at, weight: (rate * (1 - rate)) ** 3 })));

/** A shorter ramp or stretch, or two steps closer together, is treated as one turn. */
const SHORTEST = 4;
/** The shortest stretch or distance of two steps, less in a very short session. */
const shortestOf = (turns: number): number => Math.max(1, Math.min(SHORTEST, Math.floor(turns / 4)));
/** At most this many start turns of a ramp are tried: neighbouring ones are nearly equal. */
const RAMP_STARTS = 16;

export function posteriorOf(turns: readonly number[], seen: readonly Seen[]): Posterior {
  const tallies = turns.map((turn) => tallyOf(seen, turn));
  const count = turns.length;
  const probed = tallies.flatMap(({ recovered, not }, at) => (recovered + not > 0 ? [at] : []));
  const shortest = shortestOf(count);
  const stepLogs: number[][] = Array.from({ length: count + 1 }, () => []);
  const shapeLogs: Record<Shape, number[]> = {
    luck: [],
    stretch: [],
    ramp: [],
    "two-steps": [],
    "no-pattern": [tallies.reduce((sum, tally) => sum + logLikelihood(tally, 0.5, 2), 0)],
  };

  for (const { replays, prior } of closeness) {
    const { at: like, scale } = likelihoods(tallies, replays);
    const log = (likelihood: number) => Math.log(prior * likelihood) + scale;
    // The likelihood of all turns before each turn, and of all from it on, at each rate.
    const before = [rates.map(() => 1)];
    for (const own of like) before.push(before.at(-1)!.map((all, rate) => all * own[rate]!));
    const from = [rates.map(() => 1)];
    for (const own of like.toReversed()) from.unshift(from[0]!.map((all, rate) => all * own[rate]!));

    for (const [step, logs] of stepLogs.entries())
      logs.push(log(weighted(drops, ({ high, low }) => before[step]![high]! * from[step]![low]!)));
    shapeLogs.luck.push(log(weighted(luck, ({ at }) => before[count]![at]!)));
    shapeLogs.ramp.push(
      log(
        weighted(rampsOf(count), ({ at }) => probed.reduce((all, turn) => all * like[turn]![at[turn]!]!, 1)),
      ),
    );

    // The likelihood of the `shortest` turns that end with each turn.
    const run = like.map((_, end) =>
      rates.map((_rate, rate) =>
        like.slice(Math.max(0, end + 1 - shortest), end + 1).reduce((all, own) => all * own[rate]!, 1),
      ),
    );
    /** The mean over all positions of a middle part that starts at `first` or later and leaves at least `after` turns. */
    const middles = ([high, middle, low]: readonly [number, number, number], { first, after }: Middle) => {
      let [inside, past, places, all] = [0, 0, 0, 0];
      for (let turn = 0; turn < count; turn += 1) {
        const isOver = turn <= count - after;
        past = (past + (isOver ? inside : 0)) * like[turn]![low]!;
        all += isOver ? places : 0;
        inside *= like[turn]![middle]!;
        const began = turn + 1 - shortest;
        if (began < first) continue;
        inside += before[began]![high]! * run[turn]![middle]!;
        places += 1;
      }
      return all === 0 ? 0 : past / all;
    };
    // A stretch up to the last turn, or a second step at either end, would be a single step.
    const stretch = { first: 0, after: shortest };
    shapeLogs.stretch.push(log(weighted(drops, ({ high, low }) => middles([high, low, high], stretch))));
    const double = { first: 1, after: 1 };
    shapeLogs["two-steps"].push(
      log(weighted(doubleDrops, ({ high, middle, low }) => middles([high, middle, low], double))),
    );
  }

  const steps = stepLogs.map((logs, step) => Math.log(stepPrior(step, count)) + logSum(logs));
  const shapesOf = Object.entries(shapePriors).map(
    ([shape, prior]) => [shape, Math.log(prior) + logSum(shapeLogs[shape as Shape])] as const,
  );
  const every = logSum([...steps, ...shapesOf.map(([, log]) => log)]);
  const shapes = Object.fromEntries(shapesOf.map(([shape, log]) => [shape, Math.exp(log - every)])) as Record<
    Shape,
    number
  >;
  return {
    turns,
    steps: steps.map((log) => Math.exp(log - every)),
    none: Object.values(shapes).reduce((sum, share) => sum + share, 0),
    shapes,
  };
}

type Middle = { first: number; after: number };
type Tally = { recovered: number; not: number };

function tallyOf(seen: readonly Seen[], turn: number): Tally {
  const here = seen.filter((each) => each.turn === turn);
  const recovered = here.filter((each) => each.recovered).length;
  return { recovered, not: here.length - recovered };
}

/** By turn and rate, with the largest of each turn scaled to 1, so that products of hundreds of replays do not underflow. */
function likelihoods(tallies: readonly Tally[], replays: number): { at: number[][]; scale: number } {
  let scale = 0;
  const at = tallies.map((tally) => {
    if (tally.recovered + tally.not === 0) return rates.map(() => 1);
    const logs = rates.map((rate) => logLikelihood(tally, rate, replays));
    const most = Math.max(...logs);
    scale += most;
    return logs.map((log) => Math.exp(log - most));
  });
  return { at, scale };
}

/** For this sequence of outcomes, with the turn's own rate drawn around `rate` as if learnt from `replays` replays. */
function logLikelihood({ recovered, not }: Tally, rate: number, replays: number): number {
  if (replays === Infinity) return recovered * Math.log(rate) + not * Math.log(1 - rate);
  let log = 0;
  for (let past = 0; past < recovered; past += 1) log += Math.log((rate * replays + past) / (replays + past));
  for (let past = 0; past < not; past += 1)
    log += Math.log(((1 - rate) * replays + past) / (replays + recovered + past));
  return log;
}

export const stepPrior = (step: number, turns: number): number =>
  (1 - NONE) * (step === 0 || step === turns ? AT_AN_END : (1 - 2 * AT_AN_END) / Math.max(1, turns - 1));

type Ramp = { weight: number; at: Uint8Array };
const rampsByTurns = new Map<number, Ramp[]>();

/** The rate at every turn, as an index into `rates`, falling from the last good turn to the first lost one. */
function rampsOf(turns: number): Ramp[] {
  const known = rampsByTurns.get(turns);
  if (known) return known;
  const found: Ramp[] = [];
  const apart = Math.ceil(turns / RAMP_STARTS);
  for (let from = -1; from < turns; from += apart)
    for (let to = from + SHORTEST; to <= turns + 1; to += apart)
      for (const { high, low, weight } of slopes) {
        const down = (turn: number) => Math.min(1, Math.max(0, (turn - from) / (to - from)));
        const at = Uint8Array.from({ length: turns }, (_, turn) =>
          Math.round(high + (low - high) * down(turn)),
        );
        found.push({ weight, at });
      }
  const ramps = normalised(found);
  rampsByTurns.set(turns, ramps);
  return ramps;
}

function normalised<Item extends { weight: number }>(items: readonly Item[]): Item[] {
  const total = items.reduce((sum, { weight }) => sum + weight, 0);
  return items.map((item) => ({ ...item, weight: item.weight / total }));
}

function weighted<Item extends { weight: number }>(
  items: readonly Item[],
  likelihood: (item: Item) => number,
): number {
  let sum = 0;
  for (const item of items) sum += item.weight * likelihood(item);
  return sum;
}

function logSum(logs: readonly number[]): number {
  const most = logs.reduce((a, b) => Math.max(a, b), -Infinity);
  return most === -Infinity
    ? most
    : most + Math.log(logs.reduce((total, log) => total + Math.exp(log - most), 0));
}
