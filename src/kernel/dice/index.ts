/**
 * Randomness as a pure function of its key: there is no generator to save, share or restore. A
 * resumed run, a branch and a test get the same dice if they use the same key.
 *
 *   dice(seed, "turn", 7, "player", 2).chance(0.25)
 */
import { hash } from "node:crypto";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

export type Dice = {
  /** In [0, 1), with 53 bits. */
  next(): number;
  /** A whole number from 0 up to, not including, `maxExclusive`. */
  int(maxExclusive: number): number;
  /** True with probability `p`; always takes exactly one draw, so that streams stay paired when `p` changes. */
  chance(p: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A new array. */
  shuffle<T>(list: readonly T[]): T[];
  /** An item, in proportion to its weight; an item of weight 0 is never picked. */
  weighted<T>(list: readonly T[], weight: (item: T, index: number) => number): T;
};

export function dice(...key: Array<string | number>): Dice {
  const generator = xoroshiro128plusFromState(stateOf(key));
  const next = () => uniformFloat64(generator);
  const int = (maxExclusive: number) => uniformInt(generator, 0, maxExclusive - 1);

  return {
    next,
    int,
    chance: (p) => next() < p,
    pick: (list) => list[int(list.length)]!,
    shuffle(list) {
      const shuffled = [...list];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = int(last + 1);
        [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
      }
      return shuffled;
    },
    weighted: (list, weight) => list[weightedIndex(list.map(weight), next())]!,
  };
}

/** A typed seed: digits are a number, everything else is a word. The seeds 1 and "1" throw different dice. */
export const seedIn = (typed: string | number): string | number =>
  typeof typed === "string" && /^-?(0|[1-9]\d{0,14})$/.test(typed) ? Number(typed) : typed;

/** 128 bits of the key's hash. JSON keeps the parts apart: ("a","bc") is not ("ab","c"), 1 is not "1". */
function stateOf(key: ReadonlyArray<string | number>): number[] {
  const bytes = hash("sha256", JSON.stringify(key), "buffer");
  return [0, 4, 8, 12].map((offset) => bytes.readInt32LE(offset));
}

function weightedIndex(weights: readonly number[], draw: number): number {
  let left = draw * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  // Rounding can leave a remainder at the end.
  return weights.findLastIndex((weight) => weight > 0);
}
