/**
 * How much a score varies without any change, by source: other dice, the same dice replayed (a provider's own
 * randomness), the same text judged again. Nested analysis of variance, with groups of any size.
 */
import type { NoiseComponent, NoiseFloor } from "../../contract/index.ts";
import { chiSquareQuantile, fQuantile, mean, sum } from "./distributions.ts";

/** `scores[dice][repeat][rejudge]`. */
export function noiseFloor(scores: ReadonlyArray<ReadonlyArray<readonly number[]>>): NoiseFloor {
  const groups = scores
    .map((repeats) => repeats.filter((judged) => judged.length > 0))
    .filter((repeats) => repeats.length > 0);
  const repeats = groups.flat();
  const all = repeats.flat();
  const n = all.length;
  const centre = mean(all) ?? 0;

  const ofJudging = sum(repeats.map((judged) => squaresAround(judged, mean(judged)!)));
  const ofRepeats = sum(
    groups.map((group) =>
      sum(group.map((judged) => judged.length * (mean(judged)! - mean(group.flat())!) ** 2)),
    ),
  );
  const ofDice = sum(groups.map((group) => group.flat().length * (mean(group.flat())! - centre) ** 2));

  // The weight of each component in a mean square; with groups of equal size, the group size.
  const within = sum(
    groups.map((group) => sum(group.map((judged) => judged.length ** 2)) / group.flat().length),
  );
  const [judgingFree, repeatsFree, diceFree] = [
    n - repeats.length,
    repeats.length - groups.length,
    groups.length - 1,
  ];
  const rejudging = component(ofJudging, { free: judgingFree, below: 0, belowFree: 0, size: 1 });
  const repeatSize = (n - within) / repeatsFree;
  const withinDice = component(ofRepeats, {
    free: repeatsFree,
    below: squared(rejudging),
    belowFree: judgingFree,
    size: repeatSize,
  });
  const shared = (within - sum(repeats.map((judged) => judged.length ** 2)) / n) / diceFree;
  const betweenDice = component(ofDice, {
    free: diceFree,
    below: squared(rejudging) + shared * squared(withinDice),
    belowFree: repeatsFree > 0 ? repeatsFree : judgingFree,
    size: (n - sum(groups.map((group) => group.flat().length ** 2)) / n) / diceFree,
  });
  const replay = together(withinDice, rejudging, [
    { value: ofRepeats / repeatsFree / repeatSize, df: repeatsFree },
    { value: (1 - 1 / repeatSize) * squared(rejudging), df: judgingFree },
  ]);
  return { scores: n, mean: mean(all), betweenDice, withinDice, rejudging, replay };
}

type Level = { free: number; below: number; /** Of what is below. */ belowFree: number; size: number };

const UNKNOWN: NoiseComponent = { spread: null, negative: false, df: 0, interval: null };
const TAIL = 0.025;

function component(squares: number, level: Level): NoiseComponent {
  const { free, below, size } = level;
  if (free < 1) return UNKNOWN;
  const variance = (squares / free - below) / size;
  return {
    spread: Math.sqrt(Math.max(0, variance)),
    negative: variance < -1e-12 * below,
    df: free,
    interval: spreadInterval(squares, level),
  };
}

function spreadInterval(
  squares: number,
  { free, below, belowFree, size }: Level,
): NoiseComponent["interval"] {
  const end = (tail: number) => {
    const ratio = (below * free) / squares;
    const left = below === 0 ? 1 : 1 - fQuantile(1 - tail, { over: free, under: belowFree }) * ratio;
    return Math.sqrt(Math.max(0, ((squares / size) * left) / chiSquareQuantile(1 - tail, free)));
  };
  const high = squares === 0 ? 0 : end(1 - TAIL);
  return high === 0 ? null : { low: end(TAIL), high };
}

/** Two components together, with Satterthwaite's degrees of freedom. */
function together(
  one: NoiseComponent,
  other: NoiseComponent,
  parts: ReadonlyArray<{ value: number; df: number }>,
): NoiseComponent {
  if (one.spread === null) return UNKNOWN;
  const variance = squared(one) + squared(other);
  const known = parts.filter(({ df, value }) => df > 0 && value > 0);
  const df =
    known.length === 0
      ? one.df
      : sum(known.map(({ value }) => value)) ** 2 / sum(known.map(({ value, df: own }) => value ** 2 / own));
  return {
    spread: Math.sqrt(variance),
    negative: one.negative,
    df,
    interval: spreadInterval(variance * df, { free: df, below: 0, belowFree: 0, size: 1 }),
  };
}

const squared = ({ spread }: NoiseComponent): number => (spread ?? 0) ** 2;
const squaresAround = (values: readonly number[], centre: number): number =>
  sum(values.map((value) => (value - centre) ** 2));
