import { root } from "./root.ts";

/** Intervals of 95 % for a share that was counted. */
export type Interval = readonly [low: number, high: number];

const Z = 1.959963984540054;

/** Wilson's: never outside of 0 and 1, and sound for few trials too. */
export function wilson(hits: number, trials: number): Interval {
  if (trials === 0) return [0, 1];
  const share = hits / trials;
  const spread = Z ** 2 / trials;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials));
  return [hits === 0 ? 0 : Math.max(0, centre - half), hits === trials ? 1 : Math.min(1, centre + half)];
}

/** Clopper and Pearson's, which never covers too little: for proofs, not for plots. `tail` is what may lie beyond each end. */
export function clopperPearson(hits: number, trials: number, tail = 0.025): Interval {
  const low = hits === 0 ? 0 : root((p) => 1 - binomialCumulative(hits - 1, trials, p) - tail);
  const high = hits === trials ? 1 : root((p) => tail - binomialCumulative(hits, trials, p));
  return [low, high];
}

/** Does a share lie below that interval, or above it? One sum for each end, where the ends themselves would take a hundred. */
export function besideClopperPearson(
  share: number,
  { hits, trials, tail = 0.025 }: { hits: number; trials: number; tail?: number },
): "below" | "above" | "within" {
  if (hits > 0 && 1 - binomialCumulative(hits - 1, trials, share) < tail) return "below";
  return hits < trials && binomialCumulative(hits, trials, share) < tail ? "above" : "within";
}

/** P(X ≤ hits) of a binomial, by summed logarithms: exact enough for thousands of trials. */
export function binomialCumulative(hits: number, trials: number, p: number): number {
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
