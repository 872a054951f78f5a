/** What several tests, a counted share, or a series of wins can tell. */

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Holm's adjustment of several p values: it bounds the chance of any false positive over all tests. Untested (null)
 * values do not count.
 */
export function holm(ps: ReadonlyArray<number | null>): Array<number | null> {
  const tested = [...ps.entries()]
    .flatMap(([index, p]) => (p === null ? [] : [{ index, p }]))
    .sort((one, other) => one.p - other.p);
  const adjusted: Array<number | null> = ps.map(() => null);
  let least = 0;
  for (const [rank, { index, p }] of tested.entries()) {
    least = Math.min(1, Math.max(least, p * (tested.length - rank)));
    adjusted[index] = least;
  }
  return adjusted;
}

/** Intervals of 95 % for a share that was counted. */
export type Interval = readonly [low: number, high: number];

const Z = 1.959963984540054;

/** Wilson's: never outside 0 and 1, and sound for few trials. `z`: the normal's quantile at each end. */
export function wilson(hits: number, trials: number, z = Z): Interval {
  if (trials === 0) return [0, 1];
  const share = hits / trials;
  const spread = z ** 2 / trials;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (z / (1 + spread)) * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials));
  return [hits === 0 ? 0 : Math.max(0, centre - half), hits === trials ? 1 : Math.min(1, centre + half)];
}

/** Clopper and Pearson's, which never covers too little. `tail` is the probability beyond each end. */
export function clopperPearson(hits: number, trials: number, tail = 0.025): Interval {
  const low = hits === 0 ? 0 : root((p) => 1 - binomialCumulative(hits - 1, trials, p) - tail);
  const high = hits === trials ? 1 : root((p) => tail - binomialCumulative(hits, trials, p));
  return [low, high];
}

/** The root of a rising function between 0 and 1, by bisection. */
function root(rising: (x: number) => number): number {
  let [low, high] = [0, 1];
  for (;;) {
    const middle = (low + high) / 2;
    // No number lies between them.
    if (middle <= low || middle >= high) return middle;
    if (rising(middle) < 0) low = middle;
    else high = middle;
  }
}

/** P(X ≤ hits) of a binomial, by summed logarithms: exact enough for thousands of trials. */
function binomialCumulative(hits: number, trials: number, p: number): number {
  if (p <= 0) return 1;
  if (p >= 1) return hits >= trials ? 1 : 0;
  const [hit, miss] = [Math.log(p), Math.log1p(-p)];
  let term = trials * miss;
  let sum = Math.exp(term);
  for (let count = 1; count <= hits; count += 1) {
    term += Math.log((trials - count + 1) / count) + hit - miss;
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}

/**
 * Evidence that may be checked after every pair: E = 2ⁿ·w!·l!/(n+1)!, the payoff of a bettor against a fair coin with
 * no favoured side. Stopping at E ≥ 1/α is wrong about two equal arms in at most α of all cases, however often one
 * checks.
 */
const logEValue = ({ wins, losses }: WinRecord): number =>
  (wins + losses) * Math.LN2 + (logFactorial(wins) + logFactorial(losses)) - logFactorial(wins + losses + 1);

/** At most the largest finite number, so that JSON can hold it. */
export const eValue = (record: WinRecord): number => Math.min(Number.MAX_VALUE, Math.exp(logEValue(record)));

type WinRecord = { wins: number; losses: number };

function logFactorial(n: number): number {
  let log = 0;
  for (let factor = 2; factor <= n; factor += 1) log += Math.log(factor);
  return log;
}
