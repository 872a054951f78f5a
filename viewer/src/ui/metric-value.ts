/** Metrics as text, so that a number is the same in every place and in the reports. */
import { NOT_KNOWN } from "./format.ts";

type Known = number | null | undefined;

/** A score of 100: integers as they are, others to one decimal. */
export const score = (value: Known): string => fixed(value, { digits: 1, most: 100 });
/** A count or a rate. */
export const amount = (value: Known): string => fixed(value, { digits: Math.abs(value ?? 0) < 10 ? 2 : 1 });
/** On a scale: "3 of 5". */
export const rating = (value: Known, most: number): string =>
  value == null ? NOT_KNOWN : `${fixed(value, { digits: 1, most })} of ${most}`;

/** Never rounds a small value to 0, or one just below the maximum to the maximum. */
function fixed(value: Known, { digits, most = Infinity }: { digits: number; most?: number }): string {
  if (value == null) return NOT_KNOWN;
  // Rounds as reports do: by the decimal value, not its binary approximation.
  const meant = Number(value.toPrecision(12));
  if (Number.isInteger(meant)) return String(meant);
  const step = 10 ** -digits;
  const rounded = Number(meant.toFixed(digits));
  const kept = rounded >= most ? most - step : rounded === 0 ? Math.sign(meant) * step : rounded;
  return kept.toFixed(digits);
}
