/** Whether a rater orders things as a reference does, in pairs that the reference puts clearly apart. */

import { wilson } from "./significance.ts";

type Rated = { reference: number; rating: number };

export type OrderAgreement = {
  /** Pairs that the reference puts at least `apart` points apart. */
  pairs: number;
  /** The most of them that share no unit. Pairs that share units prove little more than these. */
  separate: number;
  /** The share that the rater orders the same way; a tie counts half. Null: no pairs. */
  share: number | null;
  /** The lower end of the one-sided 95 % interval of the share. */
  low: number | null;
};

/** Means of whole scores are compared: rounding errors are not differences. */
const ROUNDING = 1e-9;
/** A quantile of a normal. */
const Z_95 = 1.6448536269514722;

/**
 * Pairs share units, so the interval is Wilson's of as many independent pairs as a jackknife over units finds. The
 * jackknife finds no spread where every pair agrees, so they are at most the units of the separate pairs.
 */
export function orderAgreement(units: readonly Rated[], { apart }: { apart: number }): OrderAgreement {
  const own = units.map(() => ({ agreed: 0, pairs: 0 }));
  const all = { agreed: 0, pairs: 0 };
  for (const [at, one] of units.entries())
    for (const [before, other] of units.slice(0, at).entries()) {
      const difference = one.reference - other.reference;
      if (Math.abs(difference) < apart - ROUNDING) continue;
      const agreed = sameOrder(difference, one.rating - other.rating);
      for (const tally of [all, own[at]!, own[before]!]) {
        tally.agreed += agreed;
        tally.pairs += 1;
      }
    }
  const separate = separatePairs(units, apart);
  if (all.pairs === 0) return { pairs: 0, separate, share: null, low: null };
  const share = all.agreed / all.pairs;
  const without = own
    .filter(({ pairs }) => pairs > 0 && pairs < all.pairs)
    .map(({ agreed, pairs }) => (all.agreed - agreed) / (all.pairs - pairs));
  const variance = jackknifeVariance(without);
  const effective = Math.min(2 * separate, variance === 0 ? Infinity : (share * (1 - share)) / variance);
  return { pairs: all.pairs, separate, share, low: lowerEnd(share, effective) };
}

function sameOrder(reference: number, rating: number): number {
  if (Math.abs(rating) < ROUNDING) return 0.5;
  return Math.sign(reference) === Math.sign(rating) ? 1 : 0;
}

/** The k lowest are paired with the k highest, in order: if that fails, no other k separate pairs exist. */
function separatePairs(units: readonly Rated[], apart: number): number {
  const sorted = units.map(({ reference }) => reference).sort((a, b) => a - b);
  const fits = (count: number) =>
    sorted.slice(0, count).every((low, at) => sorted[sorted.length - count + at]! - low >= apart - ROUNDING);
  let count = Math.floor(sorted.length / 2);
  while (!fits(count)) count -= 1;
  return count;
}

function jackknifeVariance(without: readonly number[]): number {
  if (without.length < 2) return 0;
  const centre = without.reduce((sum, value) => sum + value, 0) / without.length;
  const squares = without.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return (squares * (without.length - 1)) / without.length;
}

const lowerEnd = (share: number, trials: number): number => wilson(share * trials, trials, Z_95)[0];

/** The fewest separate pairs with which a rater that is always right reaches this lower end. */
export const fewestSeparate = (low: number): number => Math.ceil(((low / (1 - low)) * Z_95 ** 2) / 2);
