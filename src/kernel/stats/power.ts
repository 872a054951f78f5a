/**
 * What a number of pairs can detect, before any is paid for: by the power of the t test, which the sign-flip test
 * approaches from ten pairs. Effects are in standard deviations: of the paired differences, or of one arm if arms are
 * not paired.
 */
import { HarnessError } from "../errors/index.ts";
import { normalQuantile, root, studentCumulative, studentQuantile } from "./distributions.ts";
import { FEWEST_PAIRS } from "./significance.ts";

export type Design = "paired" | "unpaired";
export type PowerOptions = { power?: number; alpha?: number; design?: Design };

/** The chance that a two-sided test at `alpha` finds an effect of this size. Unpaired, `pairs` is the size of each arm. */
export function testPower({
  pairs,
  effect,
  alpha = 0.05,
  design = "paired",
}: Omit<PowerOptions, "power"> & { pairs: number; effect: number }): number {
  if (pairs < 2) return 0;
  const df = degrees(pairs, design);
  return powerBeyond(studentQuantile(1 - alpha / 2, df), { df, shift: effect * reach(pairs, design) });
}

/** The minimum detectable effect at this power. Null: fewer than two pairs. */
export function minimumDetectable({
  pairs,
  power = 0.8,
  alpha = 0.05,
  design = "paired",
}: PowerOptions & { pairs: number }): number | null {
  checked({ power, alpha });
  if (pairs < 2) return null;
  const df = degrees(pairs, design);
  const critical = studentQuantile(1 - alpha / 2, df);
  let high = 4;
  while (powerBeyond(critical, { df, shift: high }) < power) high *= 2;
  return root((shift) => powerBeyond(critical, { df, shift }) - power, [0, high]) / reach(pairs, design);
}

/** The fewest pairs (or the smallest arm) that detect this effect with this power. */
export function pairsNeeded({
  effect,
  power = 0.8,
  alpha = 0.05,
  design = "paired",
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
  const suffices = (pairs: number) => testPower({ pairs, effect: size, alpha, design }) >= power - 1e-9;
  // A normal needs a few pairs less than a t: start there.
  const rough = ((normalQuantile(1 - alpha / 2) + normalQuantile(power)) / (size * reach(1, design))) ** 2;
  let pairs = Math.max(FEWEST_PAIRS, Math.floor(rough));
  while (!suffices(pairs)) pairs += 1;
  return pairs;
}

const degrees = (pairs: number, design: Design): number => (design === "paired" ? pairs - 1 : 2 * pairs - 2);
/** How far an effect of one standard deviation moves t. */
const reach = (pairs: number, design: Design): number => Math.sqrt(design === "paired" ? pairs : pairs / 2);
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
