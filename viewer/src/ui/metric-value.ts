/** Formats metrics, so that lists, tables, heat maps and reports show a number the same way. */
import { NOT_KNOWN, money, percent, titled } from "./format.ts";

type Kind = "score" | "share" | "rating" | "judged" | "cost" | "amount";

const named = (kind: Kind, names: readonly string[]) => names.map((name) => [name, kind] as const);
/** All other metrics are counts or ratios. */
const kinds: ReadonlyMap<string, Kind> = new Map([
  ...named("score", ["overall"]),
  ...named("share", [
    "completion",
    "efficiency",
    "evenness",
    "recovery-rate",
    "soundness",
    "private-fit",
    "pay-off-rate",
  ]),
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

const names: Readonly<Record<string, string>> = {
  overall: "Score",
  // One told in the last turn has no answer.
  "private-moments": "Private moments answered",
};
export const metricName = (metric: string): string => names[metric] ?? titled(metric);

export const metricValue = (metric: string, value: Known): string => faces[kindOf(metric)](value);

/** "low to high", with the unit once. */
export const metricRange = (metric: string, ends: { low: number; high: number } | null | undefined): string =>
  ends
    ? `${metricValue(metric, ends.low).replace(/ (%|of \d+)$/, "")} to ${metricValue(metric, ends.high)}`
    : NOT_KNOWN;

/** A signed difference. Shares differ in points: "10 % more than 50 %" could mean 55 %. */
export function metricChange(metric: string, value: Known): string {
  if (value == null) return NOT_KNOWN;
  const size = Math.abs(value);
  const kind = kindOf(metric);
  const face =
    kind === "share"
      ? `${percent(size).replace(" %", "")} points`
      : kind === "cost"
        ? money(size)
        : amount(size);
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${face}`;
}

/** The interval of a difference. */
export const metricChanges = (
  metric: string,
  ends: { low: number; high: number } | null | undefined,
): string =>
  ends
    ? `${metricChange(metric, ends.low).replace(/ points$/, "")} to ${metricChange(metric, ends.high)}`
    : NOT_KNOWN;

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
