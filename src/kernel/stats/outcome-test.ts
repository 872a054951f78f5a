/**
 * Do things end badly more often than before? One-sided tests whose error is at most what they say, for any rate of bad luck.
 */
import { logFactorial } from "./distributions.ts";

/**
 * Pairs of the same thing before and after: `worse` went from good to bad, `better` from bad to good. The statistic is
 * (w − b)/√(w + b), and p the largest chance, over every rate of change, that it is as large without a difference between them.
 * McNemar's test, which conditions on w + b, finds less with so few changes.
 */
export function worseThanBefore({
  worse,
  better,
  pairs,
}: {
  worse: number;
  better: number;
  pairs: number;
}): number {
  if (worse <= better) return 1;
  return largestChance(pairs, (worse - better) / Math.sqrt(worse + better));
}

/** The least value of the statistic that is significant: its exact size is at most alpha. */
export function leastSignificant(pairs: number, alpha: number): number {
  const values = new Set<number>();
  for (let changed = 1; changed <= pairs; changed += 1)
    for (let worse = Math.ceil((changed + 1) / 2); worse <= changed; worse += 1)
      values.add((2 * worse - changed) / Math.sqrt(changed));
  const sorted = [...values].toSorted((a, b) => a - b);
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (largestChance(pairs, sorted[middle]!) <= alpha) high = middle;
    else low = middle + 1;
  }
  return sorted[low] ?? Infinity;
}

/** Over the share of pairs that change. A change is as likely for the worse as for the better: the tail is a fair coin's. */
function largestChance(pairs: number, statistic: number): number {
  const tails = Array.from({ length: pairs + 1 }, (_, changed) => fairTail(changed, statistic));
  const logWays = tails.map((_, changed) => logChoose(pairs, changed));
  const chance = (share: number) => {
    if (share >= 1) return tails[pairs]!;
    const [yes, no] = [Math.log(share), Math.log1p(-share)];
    let total = 0;
    for (let changed = 1; changed <= pairs; changed += 1)
      if (tails[changed]! > 0)
        total += Math.exp(logWays[changed]! + changed * yes + (pairs - changed) * no) * tails[changed]!;
    return total;
  };
  let [best, at] = [0, 0];
  for (let step = 1; step <= STEPS; step += 1) {
    const found = chance(step / STEPS);
    if (found > best) [best, at] = [found, step / STEPS];
  }
  // The peak lies within a step of the best point: finer steps there.
  for (let step = -50; step <= 50; step += 1) {
    const share = at + step / (50 * STEPS);
    if (share > 0 && share <= 1) best = Math.max(best, chance(share));
  }
  return Math.min(1, best);
}

const STEPS = 200;

/** P(2X − n ≥ statistic · √n) of n fair coins. */
function fairTail(coins: number, statistic: number): number {
  if (coins === 0) return 0;
  const least = Math.ceil((coins + statistic * Math.sqrt(coins)) / 2 - 1e-9);
  let total = 0;
  for (let heads = Math.max(0, least); heads <= coins; heads += 1)
    total += Math.exp(logChoose(coins, heads) - coins * Math.LN2);
  return total;
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

type Counted = { bad: number; of: number };

/** Fisher's exact test, one-sided: are there more bad ones now than a draw from both together would give? */
export function fisher(now: Counted, before: Counted): number {
  const bad = now.bad + before.bad;
  const all = now.of + before.of;
  let p = 0;
  for (let count = now.bad; count <= Math.min(bad, now.of); count += 1)
    if (bad - count <= before.of)
      p += Math.exp(logChoose(now.of, count) + logChoose(before.of, bad - count) - logChoose(all, bad));
  return Math.min(1, p);
}

/**
 * Things tried once now and several times before, each with a rate of its own. Given how often a thing went wrong in all, the
 * present try is as likely as any other to be one of those. So the count of bad ones now has a known distribution, and p is exact.
 */
export function worseThanRuns(things: ReadonlyArray<{ now: boolean; before: Counted }>): {
  p: number;
  now: number;
  expected: number;
} {
  const chances = things.map(({ now, before }) => (before.bad + Number(now)) / (before.of + 1));
  const now = things.filter((thing) => thing.now).length;
  let counts = [1];
  for (const chance of chances)
    counts = [...counts, 0].map(
      (same, count) => same * (1 - chance) + (count === 0 ? 0 : counts[count - 1]! * chance),
    );
  return {
    p: Math.min(
      1,
      counts.slice(now).reduce((sum, each) => sum + each, 0),
    ),
    now,
    expected: chances.reduce((sum, chance) => sum + chance, 0),
  };
}
