import { scorePart, type ScoreWeights } from "../../contract/index.ts";
import type { Parts } from "./score-parts.ts";

/** The weighted mean of the parts that are there: 0 to 100. */
export const weigh = (parts: Parts, weights: ScoreWeights): number | null => weighing(parts, weights)(parts);

/** The same for many scores of which the same parts are there. */
export function weighing(parts: Parts, weights: ScoreWeights): (parts: Parts) => number | null {
  const present = scorePart.options.filter((name) => parts[name] !== null && weights[name] > 0);
  const whole = present.reduce((sum, name) => sum + weights[name], 0);
  if (whole === 0) return () => null;
  return (each) => {
    let sum = 0;
    for (const name of present) sum += weights[name] * each[name]!;
    return (100 * sum) / whole;
  };
}
