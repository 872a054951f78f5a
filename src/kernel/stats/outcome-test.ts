/** Do sessions or tests end badly more often than before? One-sided exact tests. */
import { logFactorial } from "./distributions.ts";

/**
 * Pairs of the same thing before and after: `worse` went from good to bad, `better` from bad to good. The statistic is
 * (w − b)/√(w + b), and p the largest chance, over every rate of change, that it is as large without a difference between them, where all pairs share one rate. Rates that differ from pair to pair can raise its size slightly (.025 becomes .027).
 * McNemar's test, which conditions on w + b, finds less with so few changes. 20,000 pairs take a tenth of a second.
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

/**
 * Over the share of pairs that change. Under the null, either direction is equally likely: the tail is a fair coin's.
 */
function largestChance(pairs: number, statistic: number): number {
  const tails = Array.from({ length: pairs + 1 }, (_, changed) => fairTail(changed, statistic));
  const logWays = tails.map((_, changed) => logChoose(pairs, changed));
  const chance = (share: number) => {
    if (share >= 1) return tails[pairs]!;
    const [yes, no] = [Math.log(share), Math.log1p(-share)];
    // Beyond ten standard deviations nothing is left to add.
    const reach = 10 * Math.sqrt(pairs * share * (1 - share)) + 30;
    const last = Math.min(pairs, Math.ceil(pairs * share + reach));
    let total = 0;
    for (let changed = Math.max(1, Math.floor(pairs * share - reach)); changed <= last; changed += 1)
      total += Math.exp(logWays[changed]! + changed * yes + (pairs - changed) * no) * tails[changed]!;
    return total;
  };
  // Even steps, and finer ones where only a few of many pairs change.
  const shares = Array.from({ length: STEPS }, (_, step) => (step + 1) / STEPS);
  for (let few = 0.1 / pairs; few < Math.min(1, Math.max(100 / pairs, shares[0]!)); few *= 2 ** (1 / 6))
    shares.push(few);
  shares.sort((a, b) => a - b);
  const found = shares.map(chance);
  const at = found.indexOf(Math.max(...found));
  // The peak lies between the neighbours of the best point.
  const [low, high] = [shares[at - 1] ?? 0, shares[at + 1] ?? 1];
  const finer = Array.from({ length: 99 }, (_, step) => chance(low + ((step + 1) * (high - low)) / 100));
  return Math.min(1, Math.max(found[at]!, ...finer));
}

const STEPS = 200;

/** P(2X − n ≥ statistic · √n) of n fair coins, by summing until nothing is left to add. */
function fairTail(coins: number, statistic: number): number {
  const least = Math.ceil((coins + statistic * Math.sqrt(coins)) / 2 - 1e-9);
  if (coins === 0 || least > coins) return 0;
  let term = Math.exp(logChoose(coins, least) - coins * Math.LN2);
  let total = 0;
  for (let heads = least; heads <= coins && term > 1e-18 * total; heads += 1) {
    total += term;
    term *= (coins - heads) / (heads + 1);
  }
  return total;
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

type Counted = { bad: number; of: number };

/**
 * Fisher's exact test, one-sided: are there more bad ones now than draws from the pool would give? Each stratum is
 * drawn separately, since strata may differ in how often they end badly.
 */
export function fisher(strata: ReadonlyArray<{ now: Counted; before: Counted }>): number {
  let counts = [1];
  for (const { now, before } of strata) {
    const bad = now.bad + before.bad;
    const all = now.of + before.of;
    const own = Array.from({ length: now.of + 1 }, (_, count) =>
      count > bad || bad - count > before.of
        ? 0
        : Math.exp(logChoose(now.of, count) + logChoose(before.of, bad - count) - logChoose(all, bad)),
    );
    const next = Array<number>(counts.length + now.of).fill(0);
    for (const [at, chance] of counts.entries())
      for (const [count, share] of own.entries()) next[at + count]! += chance * share;
    counts = next;
  }
  const seen = strata.reduce((sum, { now }) => sum + now.bad, 0);
  return Math.min(
    1,
    counts.slice(seen).reduce((sum, chance) => sum + chance, 0),
  );
}

/**
 * Items tried once now and several times before, each with its own rate. Given an item's total number of failures, the
 * present try is as likely as any other to be one of them. So the count of failures now has a known distribution, and p
 * is exact.
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
