import { scorePart, type ScoreWeights } from "../../contract/index.ts";
import type { Parts } from "./score-parts.ts";

/** The weighted mean of the parts that are there: 0 to 100. */
export function weigh(parts: Parts, weights: ScoreWeights): number | null {
  const present = scorePart.options.filter((name) => parts[name] !== null && weights[name] > 0);
  const whole = present.reduce((sum, name) => sum + weights[name], 0);
  return whole === 0 ? null : (100 * present.reduce((sum, name) => sum + weights[name] * parts[name]!, 0)) / whole;
}
