import { dice } from "../dice/index.ts";
import { sum } from "./moments.ts";

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
/** With five pairs the least two-sided p is 2/32: above .05. */
export const FEWEST_PAIRS = 6;

/**
 * Could the differences of these pairs be chance? If it were, each could as well have the other sign. Pairs without a
 * difference say nothing about its sign and change no sum.
 */
export function signFlip(
  differences: readonly number[],
  { seed = "sign-flip", flips = 20_000 }: { seed?: string | number; flips?: number } = {},
): SignFlip {
  const pairs = differences.length;
  const meanDifference = pairs === 0 ? 0 : sum(differences) / pairs;
  const telling = differences.filter((value) => value !== 0);
  if (telling.length < FEWEST_PAIRS) return { pairs, meanDifference, p: null, exact: false, flips: 0 };
  // Sums that are equal but for the order of adding reach it too; that can only make p larger.
  const least = Math.abs(sum(telling)) - 1e-9 * sum(telling.map(Math.abs));
  if (telling.length > EXACT_UP_TO)
    return { pairs, meanDifference, p: drawnShare(telling, { least, seed, flips }), exact: false, flips };
  // A flip of all signs has the same size: half of them tell, with the last sign as it is.
  const sums = signedSums(telling.slice(0, -1), telling.at(-1));
  let reached = 0;
  for (let place = 0; place < sums.length; place += 1) if (Math.abs(sums[place]!) >= least) reached += 1;
  return { pairs, meanDifference, p: reached / sums.length, exact: true, flips: 2 * sums.length };
}

/** Of every choice of signs. Each value doubles what there is: once as it is, once flipped. */
function signedSums(values: readonly number[], start = 0): Float64Array {
  const sums = new Float64Array(2 ** values.length);
  sums[0] = start + sum(values);
  let filled = 1;
  for (const value of values) {
    for (let place = 0; place < filled; place += 1) sums[filled + place] = sums[place]! - 2 * value;
    filled *= 2;
  }
  return sums;
}

/** Eight signs are one look into a table, three looks one throw. The observed signs count as one of the flips, so that p is never 0. */
function drawnShare(
  values: readonly number[],
  { least, seed, flips }: { least: number; seed: string | number; flips: number },
): number {
  const throws = dice(seed, "sign-flip");
  const tables = Array.from({ length: Math.ceil(values.length / 8) }, (_, at) =>
    signedSums(padded(values.slice(8 * at, 8 * at + 8))),
  );
  let reached = 1;
  for (let flip = 0; flip < flips; flip += 1) {
    let [total, bits] = [0, 0];
    for (let at = 0; at < tables.length; at += 1) {
      bits = at % 3 === 0 ? throws.int(2 ** 24) : bits >> 8;
      total += tables[at]![bits & 255]!;
    }
    if (Math.abs(total) >= least) reached += 1;
  }
  return reached / (flips + 1);
}

const padded = (values: readonly number[]): number[] => [
  ...values,
  ...Array.from({ length: 8 - values.length }, () => 0),
];
