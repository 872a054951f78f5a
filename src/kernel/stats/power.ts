/**
 * What a number of pairs can detect, before any is paid for: by the power of the t test, which the sign-flip test
 * approaches from ten pairs. Effects are in standard deviations of the paired differences.
 */
import { HarnessError } from "../errors/index.ts";
import { normalQuantile, root, studentCumulative, studentQuantile } from "./distributions.ts";
import { FEWEST_PAIRS } from "./significance.ts";

type PowerOptions = { power?: number; alpha?: number };

/** The chance that a two-sided test at `alpha` finds an effect of this size. */
export function testPower({
  pairs,
  effect,
  alpha = 0.05,
}: {
  pairs: number;
  effect: number;
  alpha?: number;
}): number {
  if (pairs < 2) return 0;
  const df = pairs - 1;
  return powerBeyond(studentQuantile(1 - alpha / 2, df), { df, shift: effect * Math.sqrt(pairs) });
}

/** The minimum detectable effect at this power. Null: fewer than two pairs. */
export function minimumDetectable({
  pairs,
  power = 0.8,
  alpha = 0.05,
}: PowerOptions & { pairs: number }): number | null {
  checked({ power, alpha });
  if (pairs < 2) return null;
  const df = pairs - 1;
  const critical = studentQuantile(1 - alpha / 2, df);
  let high = 4;
  while (powerBeyond(critical, { df, shift: high }) < power) high *= 2;
  return root((shift) => powerBeyond(critical, { df, shift }) - power, [0, high]) / Math.sqrt(pairs);
}

/** The fewest pairs that detect this effect with this power. */
export function pairsNeeded({
  effect,
  power = 0.8,
  alpha = 0.05,
}: PowerOptions & { effect: number }): number {
  checked({ power, alpha });
  const size = Math.abs(effect);
  if (!(size > 0 && size < Infinity))
    throw new HarnessError({
      code: "statistics-misuse",
      message: `No number of pairs can detect an effect of ${effect}.`,
      remedy: "Choose a difference other than 0.",
    });
  // Among billions, one more pair is below rounding.
  const suffices = (pairs: number) => testPower({ pairs, effect: size, alpha }) >= power - 1e-9;
  // A normal needs a few pairs less than a t: start there.
  const rough = ((normalQuantile(1 - alpha / 2) + normalQuantile(power)) / size) ** 2;
  let pairs = Math.max(FEWEST_PAIRS, Math.floor(rough));
  while (!suffices(pairs)) pairs += 1;
  return pairs;
}

const powerBeyond = (critical: number, shifted: { df: number; shift: number }): number =>
  1 - studentCumulative(critical, shifted) + studentCumulative(-critical, shifted);

function checked(shares: { power: number; alpha: number }): void {
  const wrong = Object.entries(shares).find(([, share]) => !(share > 0 && share < 1));
  if (wrong)
    throw new HarnessError({
      code: "statistics-misuse",
      message: `${wrong[1]} is not a valid ${wrong[0]}.`,
      remedy: "Use a share between 0 and 1.",
    });
  if (shares.power <= shares.alpha)
    throw new HarnessError({
      code: "statistics-misuse",
      message: `A power of ${shares.power} needs no effect at an alpha of ${shares.alpha}.`,
      remedy: "Choose a power above alpha.",
    });
}
