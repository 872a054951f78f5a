/**
 * Claim: an interval of 95 % holds the truth in about 95 of 100 cases, and the interval of a difference agrees with its p.
 *
 * - A difference over 20 pairs: the inverted sign-flip test, beside the BCa bootstrap that it replaced. Aim: 93 % for normal differences
 *   and with outliers. Sign flips assume symmetric differences, so skewed ones are measured too, and 80 % ties.
 * - A share of sessions that were completed: Clopper and Pearson's interval, beside the t interval that has no width where all are equal.
 *   Summed over all outcomes, so exact.
 *
 *     node benches/interval-coverage.ts [runs]
 *
 * Exit 1 where an aim is missed, or an interval of sign flips contradicts its p.
 */
import { dice, type Dice } from "../src/kernel/dice/index.ts";
import {
  clopperPearson,
  flipInterval,
  normalQuantile,
  signFlip,
  studentQuantile,
  type Interval,
} from "../src/kernel/stats/index.ts";
import { fixed, printHeader, printTable, reportMissed } from "./measure.ts";

const RUNS = Number(process.argv[2] ?? 2_000);
const PAIRS = 20;
/** Near the edge of significance, where a contradiction would show. */
const SHIFT = 0.5;

const normal = (thrown: Dice): number =>
  Math.sqrt(-2 * Math.log(1 - thrown.next())) * Math.cos(2 * Math.PI * thrown.next());

/** `aim`: how often the interval must hold the mean. */
type Differences = { mean: number; draw: (thrown: Dice) => number; aim?: number };
const differences: Record<string, Differences> = {
  normal: { mean: SHIFT, aim: 0.93, draw: (thrown) => SHIFT + normal(thrown) },
  "one in ten with 10 times the spread": {
    mean: SHIFT,
    aim: 0.93,
    draw: (thrown) => SHIFT + (thrown.chance(0.1) ? 10 : 1) * normal(thrown),
  },
  // Moved towards 0, so that both signs occur.
  "exponential − 1/2": { mean: 0.5, draw: (thrown) => -Math.log(1 - thrown.next()) - 0.5 },
  "80 % ties, the rest normal": {
    mean: 0.2 * SHIFT,
    draw: (thrown) => (thrown.chance(0.8) ? 0 : SHIFT + normal(thrown)),
  },
  "lognormal − 1": { mean: Math.exp(0.5) - 1, draw: (thrown) => Math.exp(normal(thrown)) - 1 },
};

/** What was used before: Efron's BCa interval of a mean, over 5,000 resamples. */
function bca(values: readonly number[], seed: number): Interval {
  const thrown = dice(seed, "bca");
  const means = Float64Array.from({ length: 5_000 }, () => {
    let total = 0;
    for (let pick = 0; pick < values.length; pick += 1) total += values[thrown.int(values.length)]!;
    return total / values.length;
  }).sort();
  const sum = (all: readonly number[]) => all.reduce((total, value) => total + value, 0);
  const centre = sum(values) / values.length;
  const below = means.filter((mean) => mean < centre).length / means.length;
  const bias = normalQuantile(Math.min(1 - 1e-4, Math.max(1e-4, below)));
  const apart = values.map((value) => value - centre);
  const skew = sum(apart.map((value) => value ** 3)) / (6 * sum(apart.map((value) => value ** 2)) ** 1.5);
  const [low, high] = [0.025, 0.975].map((tail) => {
    const z = bias + normalQuantile(tail);
    const share = normalCumulative(bias + z / (1 - skew * z));
    return means[Math.min(means.length - 1, Math.max(0, Math.ceil(means.length * share) - 1))]!;
  });
  return [low!, high!];
}

/** The inverse of the quantile, by bisection. */
function normalCumulative(z: number): number {
  let [low, high] = [1e-12, 1 - 1e-12];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (normalQuantile(middle) < z) low = middle;
    else high = middle;
  }
  return low;
}

const percent = (share: number): string => `${fixed(100 * share, 1)} %`;
const holds = ([low, high]: Interval, truth: number): boolean => low <= truth && truth <= high;

const missed: string[] = [];

function differenceRow(name: string, { mean, draw, aim = 0 }: Differences): string[] {
  const thrown = dice("interval-coverage", name);
  const held = { bca: 0, flips: 0 };
  const against = { bca: 0, flips: 0 };
  let without = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const values = Array.from({ length: PAIRS }, () => draw(thrown));
    const { p } = signFlip(values, { seed: run });
    const flips = flipInterval(values, { seed: run });
    // Equal differences, here all ties, have no interval.
    if (flips === null) {
      without += 1;
      continue;
    }
    const intervals = { bca: bca(values, run), flips };
    for (const way of ["bca", "flips"] as const) {
      held[way] += Number(holds(intervals[way], mean));
      if (p !== null) against[way] += Number(holds(intervals[way], 0) === p <= 0.05);
    }
  }
  const share = held.flips / (RUNS - without);
  if (share < aim) missed.push(`at least ${percent(aim)} coverage of ${name} differences: ${percent(share)}`);
  if (against.flips > 0) missed.push(`no interval against p, ${name}: ${against.flips}`);
  return [
    name,
    percent(held.bca / (RUNS - without)),
    percent(share),
    String(against.bca),
    String(against.flips),
  ];
}

/** As a mean of zeros and ones: a t interval, cut at 0 and 1. */
function studentInterval(hits: number, trials: number): Interval {
  const share = hits / trials;
  const reach = studentQuantile(0.975, trials - 1) * Math.sqrt((share * (1 - share)) / (trials - 1));
  return [Math.max(0, share - reach), Math.min(1, share + reach)];
}

function shareRow(share: number, trials: number): string[] {
  const covered = { student: 0, exact: 0, without: 0 };
  let chance = (1 - share) ** trials;
  for (let hits = 0; hits <= trials; hits += 1) {
    if (holds(studentInterval(hits, trials), share)) covered.student += chance;
    if (holds(clopperPearson(hits, trials), share)) covered.exact += chance;
    if (hits === 0 || hits === trials) covered.without += chance;
    chance *= ((trials - hits) / (hits + 1)) * (share / (1 - share));
  }
  if (covered.exact < 0.95)
    missed.push(`at least 95 % exact coverage of ${share}, ${trials} sessions: ${percent(covered.exact)}`);
  return [
    String(share),
    String(trials),
    percent(covered.student),
    percent(covered.exact),
    percent(covered.without),
  ];
}

printHeader(`Coverage of 95 % intervals (differences: ${RUNS} runs of ${PAIRS} pairs)`);
printTable(
  ["differences", "BCa (before)", "sign flips", "BCa against p", "flips against p"],
  Object.entries(differences).map(([name, kind]) => differenceRow(name, kind)),
);
printTable(
  ["share", "sessions", "t (before)", "Clopper-Pearson", "all equal"],
  [0.97, 0.8].flatMap((share) => [5, 10, 20].map((trials) => shareRow(share, trials))),
);
reportMissed(missed);
