/** Formats metrics, so that lists, tables, heat maps and reports show a number the same way. */
import { NOT_KNOWN, money, percent } from "./format.ts";

type Kind = "score" | "share" | "rating" | "judged" | "cost" | "amount";

const named = (kind: Kind, names: readonly string[]) => names.map((name) => [name, kind] as const);
/** All other metrics are counts or ratios. */
const kinds: ReadonlyMap<string, Kind> = new Map([
  ...named("score", ["overall", "craft", "points-lost"]),
  ...named("share", ["completion", "evenness", "recovery-rate", "private-fit", "pay-off-rate"]),
  ...named("rating", ["segue-quality"]),
  ...named("judged", [
    "coherence",
    "atmosphere",
    "player-agency",
    "pacing",
    "story-guide-adherence",
    "character-integration",
    "fun-factor",
  ]),
  ...named("cost", ["cost"]),
]);
const kindOf = (metric: string): Kind => kinds.get(metric) ?? "amount";

/** Only a judge can give these metrics. */
export const isJudged = (metric: string): boolean => kindOf(metric) === "judged";

type Known = number | null | undefined;

/** A score of 100: integers as they are, others to one decimal. */
export const score = (value: Known): string => fixed(value, { digits: 1, most: 100 });
const amount = (value: Known): string => fixed(value, { digits: Math.abs(value ?? 0) < 10 ? 2 : 1 });

const faces: Record<Kind, (value: Known) => string> = {
  score,
  share: percent,
  rating: (value) => of(5, value),
  judged: (value) => of(10, value),
  cost: money,
  amount,
};

export const metricValue = (metric: string, value: Known): string => faces[kindOf(metric)](value);

const of = (most: number, value: Known): string =>
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
