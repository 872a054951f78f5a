/** Whether a rater orders things as a reference does, in pairs that the reference puts clearly apart. */

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
  /** As many independent pairs would tell as much. */
  effective: number;
};

/** Means of whole scores are compared: rounding errors are not differences. */
const ROUNDING = 1e-9;
/** Quantiles of a normal. */
const Z_95 = 1.6448536269514722;
const Z_80 = 0.8416212335729143;

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
  if (all.pairs === 0) return { pairs: 0, separate, share: null, low: null, effective: 0 };
  const share = all.agreed / all.pairs;
  const without = own
    .filter(({ pairs }) => pairs > 0 && pairs < all.pairs)
    .map(({ agreed, pairs }) => (all.agreed - agreed) / (all.pairs - pairs));
  const variance = jackknifeVariance(without);
  const effective = Math.min(2 * separate, variance === 0 ? Infinity : (share * (1 - share)) / variance);
  return { pairs: all.pairs, separate, share, low: lowerEnd(share, effective), effective };
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

/** Wilson's. */
function lowerEnd(share: number, trials: number): number {
  const spread = Z_95 ** 2 / trials;
  const half = Z_95 * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials));
  return Math.max(0, (share + spread / 2 - half) / (1 + spread));
}

/** The fewest separate pairs with which a rater that is always right reaches this lower end. */
export const fewestSeparate = (low: number): number => Math.ceil(((low / (1 - low)) * Z_95 ** 2) / 2);

const MOST_UNITS = 100;

/** How many more units would bring the lower end up to `low` in 80 % of cases, at the share found. Null: too many. */
export function unitsToReach(
  { share, effective }: OrderAgreement,
  { units, low }: { units: number; low: number },
): number | null {
  if (share === null || effective === 0) return null;
  for (let more = 1; more <= MOST_UNITS; more += 1) {
    const trials = (effective * (units + more)) / units;
    const unlucky = Math.max(0, share - Z_80 * Math.sqrt((share * (1 - share)) / trials));
    if (lowerEnd(unlucky, trials) >= low) return more;
  }
  return null;
}
