import { dice } from "../dice/index.ts";

export type SignFlip = {
  pairs: number;
  meanDifference: number;
  /** Two-sided. Null where fewer than six pairs differ: no verdict can be had from so few. */
  p: number | null;
  /** Every flip was tried, or as many as `flips` were drawn. */
  exact: boolean;
  flips: number;
};

const EXACT_UP_TO = 16;
const DRAWN = 20_000;
/** With five pairs the least two-sided p is 2/32: above .05. */
const FEWEST = 6;

/**
 * Could the differences of these pairs be chance? If it were, each could as well have the other sign. Pairs without a
 * difference say nothing about its sign and change no sum.
 */
export function signFlip(differences: readonly number[], { seed = "sign-flip" }: { seed?: string | number } = {}): SignFlip {
  const pairs = differences.length;
  const meanDifference = pairs === 0 ? 0 : differences.reduce((sum, value) => sum + value, 0) / pairs;
  const telling = differences.filter((value) => value !== 0);
  if (telling.length < FEWEST) return { pairs, meanDifference, p: null, exact: false, flips: 0 };
  const observed = Math.abs(telling.reduce((sum, value) => sum + value, 0));
  const reaches = (sum: number) => Math.abs(sum) >= observed - 1e-9 * Math.max(1, observed);
  return telling.length <= EXACT_UP_TO ? { pairs, meanDifference, ...everyFlip(telling, reaches) } : { pairs, meanDifference, ...drawnFlips(telling, reaches, seed) };
}

function everyFlip(values: readonly number[], reaches: (sum: number) => boolean): Pick<SignFlip, "p" | "exact" | "flips"> {
  const flips = 2 ** values.length;
  let extreme = 0;
  for (let mask = 0; mask < flips; mask += 1) {
    let sum = 0;
    for (const [at, value] of values.entries()) sum += mask & (1 << at) ? -value : value;
    if (reaches(sum)) extreme += 1;
  }
  return { p: extreme / flips, exact: true, flips };
}

/** The observed signs count as one of the flips, so that p is never 0. */
function drawnFlips(values: readonly number[], reaches: (sum: number) => boolean, seed: string | number): Pick<SignFlip, "p" | "exact" | "flips"> {
  const coin = dice(seed, "sign-flip");
  let extreme = 1;
  for (let draw = 0; draw < DRAWN; draw += 1) {
    let sum = 0;
    for (const value of values) sum += coin.chance(0.5) ? value : -value;
    if (reaches(sum)) extreme += 1;
  }
  return { p: extreme / (DRAWN + 1), exact: false, flips: DRAWN };
}
