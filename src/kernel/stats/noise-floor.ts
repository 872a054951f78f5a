/**
 * How much a score moves when nothing was changed, and by what: other dice, the same dice played again (a provider's own
 * randomness), the same text judged again. Plain nested analysis of variance, with groups of any size.
 */
import { mean, sum } from "./distributions.ts";
import { minimumDetectable, type PowerOptions } from "./power.ts";

export type NoiseComponent = {
  /** A standard deviation, in the metric's units. Null where it cannot be told apart: nothing was done twice. What it is, is then in the component above. */
  spread: number | null;
  /** Chance put the estimate of its square below 0; it is shown as 0. */
  negative: boolean;
};

export type NoiseFloor = {
  scores: number;
  mean: number | null;
  betweenDice: NoiseComponent;
  withinDice: NoiseComponent;
  rejudging: NoiseComponent;
};

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

  // How often each component comes into a mean square; with groups of equal sizes, these are the sizes.
  const within = sum(
    groups.map((group) => sum(group.map((judged) => judged.length ** 2)) / group.flat().length),
  );
  const [repeatsFree, diceFree] = [repeats.length - groups.length, groups.length - 1];
  const rejudging = component(ofJudging, { free: n - repeats.length, below: 0, size: 1 });
  const withinDice = component(ofRepeats, {
    free: repeatsFree,
    below: squared(rejudging),
    size: (n - within) / repeatsFree,
  });
  const shared = (within - sum(repeats.map((judged) => judged.length ** 2)) / n) / diceFree;
  const betweenDice = component(ofDice, {
    free: diceFree,
    below: squared(rejudging) + shared * squared(withinDice),
    size: (n - sum(groups.map((group) => group.flat().length ** 2)) / n) / diceFree,
  });
  return { scores: n, mean: mean(all), betweenDice, withinDice, rejudging };
}

/**
 * How large a difference between two arms this many pairs would show, in the metric's units. Arms of a pair share their
 * dice, so that what lies between dice drops out; unpaired, it stays in. A floor: a change that helps on some dice and
 * hurts on others needs more. Null where repeats were not played.
 */
export function realDifference(
  noise: NoiseFloor,
  { pairs, ...options }: PowerOptions & { pairs: number },
): number | null {
  const { betweenDice, withinDice, rejudging } = noise;
  const detectable = minimumDetectable({ pairs, ...options });
  if (detectable === null || withinDice.spread === null) return null;
  const own = squared(withinDice) + squared(rejudging);
  if (options.design !== "unpaired") return detectable * Math.sqrt(2 * own);
  return betweenDice.spread === null ? null : detectable * Math.sqrt(own + squared(betweenDice));
}

function component(
  squares: number,
  { free, below, size }: { free: number; below: number; size: number },
): NoiseComponent {
  if (free < 1) return { spread: null, negative: false };
  const variance = (squares / free - below) / size;
  return { spread: Math.sqrt(Math.max(0, variance)), negative: variance < -1e-12 * below };
}

const squared = ({ spread }: NoiseComponent): number => (spread ?? 0) ** 2;
const squaresAround = (values: readonly number[], centre: number): number =>
  sum(values.map((value) => (value - centre) ** 2));
