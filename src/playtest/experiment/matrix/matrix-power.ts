/** The power of a planned matrix: which differences it could find, before it is paid for. */
import type { MatrixPlan, MatrixRow } from "../../../contract/index.ts";
import { FEWEST_PAIRS, minimumDetectable, pairsNeeded } from "../../../kernel/stats/index.ts";
import { judgedMetricNames } from "../../metrics/index.ts";
import { counts, shareMetrics } from "./metric-summaries.ts";

/** How far the difference of two sessions of one group strays from pair to pair, and how that is known. */
type Spread = { value: number; from: "flag" | "baseline" | "assumption" };

export type MatrixPower = {
  compared: "prompts" | "narrators" | "nothing";
  /** Pairs of each comparison that count. */
  pairs: number;
  /** Comparisons that share one correction. */
  comparisons: number;
  /** With fewer pairs the evidence is always insufficient. */
  fewest: number;
  power: 0.8;
  /** The smallest difference that is found with that power: in standard deviations of the paired differences, and in the metric's units. Null: none. */
  smallest: { deviations: number; units: number | null } | null;
  spread: Spread | null;
  /** What it takes to detect a given difference. Null: the spread is unknown. */
  needed?: { difference: number; pairs: number; sessionsPerCombination: number; sessions: number } | null;
};

const ALPHA = 0.05;
const POWER = 0.8;

/** Rough assumptions where nothing was measured. Reports call them so. */
const assumed: Record<string, number> = {
  overall: 10,
  ...Object.fromEntries(shareMetrics.map((share) => [share, 0.2])),
  ...Object.fromEntries(judgedMetricNames.map((score) => [score, 1.5])),
  "segue-quality": 0.8,
};

export function matrixPower(
  { config, sessions }: Pick<MatrixPlan, "config" | "sessions">,
  {
    spread: given,
    baseline,
    detect,
  }: { spread?: number; baseline?: readonly MatrixRow[]; detect?: number } = {},
): MatrixPower {
  const [prompts, narrators] = [Object.keys(config.systemPrompts).length, config.narratorModels.length];
  const compared = prompts > 1 ? "prompts" : narrators > 1 ? "narrators" : "nothing";
  const comparisons = Math.max(1, (prompts > 1 ? prompts : narrators) - 1);
  // Groups are the unit: what else was varied with one group and the same dice makes no further pairs.
  const pairs = new Set(sessions.map(({ pair }) => pair)).size;
  const alpha = ALPHA / comparisons;
  const fewest = fewestPairs(alpha);
  const spread = spreadOf(config.primaryMetric, {
    given,
    measured: baseline && spreadOfRows(baseline, config.primaryMetric),
  });
  const deviations = pairs < fewest ? null : minimumDetectable({ pairs, alpha, power: POWER });
  const needs = (difference: number) => {
    if (spread === null) return null;
    const count = Math.max(fewest, pairsNeeded({ effect: difference / spread.value, alpha, power: POWER }));
    const each = Math.ceil(count / config.stories.length);
    return {
      difference,
      pairs: count,
      sessionsPerCombination: each,
      sessions: each * config.stories.length * prompts * narrators,
    };
  };
  return {
    compared,
    pairs,
    comparisons,
    fewest,
    power: POWER,
    smallest: deviations === null ? null : { deviations, units: spread && deviations * spread.value },
    spread,
    ...(detect !== undefined && { needed: needs(detect) }),
  };
}

/** Pairs that all go the same way must be rare enough by chance. */
function fewestPairs(alpha: number): number {
  let pairs = FEWEST_PAIRS;
  while (2 / 2 ** pairs > alpha) pairs++;
  return pairs;
}

function spreadOf(
  metric: string,
  { given, measured }: { given?: number; measured?: number | null },
): Spread | null {
  if (given !== undefined) return { value: given, from: "flag" };
  if (measured != null) return { value: measured, from: "baseline" };
  const usual = assumed[metric];
  return usual === undefined ? null : { value: usual, from: "assumption" };
}

/** The standard deviation of paired differences in an earlier matrix, pooled over what it compared. Null: it compared nothing, or found no spread. */
export function spreadOfRows(rows: readonly MatrixRow[], metric: string): number | null {
  const sound = rows.filter((row) => counts(row) && row.metrics[metric] != null);
  const by = new Set(sound.map(({ prompt }) => prompt)).size > 1 ? "prompt" : "narrator";
  const [first, ...others] = [...new Set(sound.map((row) => row[by]))];
  const variances = others.flatMap((variant) => {
    const differences = [...Map.groupBy(sound, ({ pair }) => pair).values()].flatMap((group) => {
      const mean = (name: string) =>
        meanOf(group.filter((row) => row[by] === name).map((row) => row.metrics[metric]!));
      const [a, b] = [mean(first!), mean(variant)];
      return a === null || b === null ? [] : [b - a];
    });
    const centre = meanOf(differences);
    return centre === null || differences.length < 2
      ? []
      : [differences.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (differences.length - 1)];
  });
  return Math.sqrt(meanOf(variances) ?? 0) || null;
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
