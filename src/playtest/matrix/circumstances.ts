import { scoreWeights, type MatrixConfig, type MatrixRow, type ScoreWeights } from "../../contract/index.ts";
import { guideFormOf } from "../agents/index.ts";
import type { Circumstances, MetricName } from "../compare/index.ts";
import { isPlayed } from "./told-rows.ts";

/** A matrix as it was planned; what nobody wrote down cannot differ. */
export type Planned = {
  name: string;
  rows: readonly MatrixRow[];
  config?: MatrixConfig;
  weights?: ScoreWeights;
};

/** How far a matrix is that is not played to its end; undefined: it is. Who looks before the end, and stops where it looks well, finds a winner among equals. */
export function provisionalOf(rows: readonly MatrixRow[]): { done: number; planned: number } | undefined {
  const done = rows.filter(isPlayed).length;
  return done === rows.length ? undefined : { done, planned: rows.length };
}

export const provisionalText = ({ done, planned }: { done: number; planned: number }): string =>
  `provisional: ${done} of ${planned} sessions`;

/** Within one matrix. */
export function withinMatrix({ rows, config }: Omit<Planned, "name">, primary: MetricName): Circumstances {
  const open = provisionalOf(rows);
  return {
    ...(open && { withheld: [provisionalText(open)] }),
    ...(config &&
      config.primaryMetric !== primary && { chosenNow: `the matrix named ${config.primaryMetric}` }),
  };
}

/** Between two. */
export function betweenMatrices(a: Planned, b: Planned, primary: MetricName): Circumstances {
  const weighed = weightsApart(a, b);
  const settings = [...settingsApart(a, b), ...weighed];
  const [most, other] = [a.config?.maxTurnsPerSession, b.config?.maxTurnsPerSession];
  const withheld = [
    ...(most !== undefined && other !== undefined && most !== other
      ? [`not comparable: ${a.name} had at most ${most} turns, ${b.name} ${other}`]
      : []),
    ...(primary === "overall" && weighed.length > 0
      ? [`not comparable: overall is made of other weights in ${a.name} than in ${b.name}`]
      : []),
    ...[a, b].flatMap(({ name, rows }) => {
      const open = provisionalOf(rows);
      return open ? [`${provisionalText(open)} of ${name}`] : [];
    }),
  ];
  const named = [a, b].flatMap(({ name, config }) =>
    config ? [{ name, metric: config.primaryMetric }] : [],
  );
  const chosenNow = named.every(({ metric }) => metric === primary)
    ? undefined
    : new Set(named.map(({ metric }) => metric)).size === 1
      ? `the matrices named ${named[0]!.metric}`
      : named.map(({ name, metric }) => `${name} named ${metric}`).join(", ");
  return {
    ...(withheld.length > 0 && { withheld }),
    ...(chosenNow !== undefined && { chosenNow }),
    ...(settings.length > 0 && { settings }),
  };
}

const SETTINGS = [
  "maxTurnsPerSession",
  "players",
  "archetypes",
  "playerModel",
  "classifier",
  "observer",
  "judge",
  "variation",
  "guide",
] as const satisfies ReadonlyArray<keyof MatrixConfig>;

function settingsApart(a: Planned, b: Planned): string[] {
  const values = ({ rows }: Planned, by: "prompt" | "narrator") =>
    [...new Set(rows.map((row) => row[by]))].toSorted().join(", ");
  const [before, after] = [a.config, b.config].map(
    (config) => config && { ...config, guide: guideFormOf({ guideForm: config.guide }) },
  );
  const apart = [
    ...(["prompt", "narrator"] as const).map((by) => [by, values(a, by), values(b, by)] as const),
    ...(before && after
      ? SETTINGS.map((name) => [name, shown(before[name]), shown(after[name])] as const)
      : []),
  ];
  return apart
    .filter(([, first, second]) => first !== second)
    .map(([name, first, second]) => `${name} (${first}; ${second})`);
}

function weightsApart({ weights: a }: Planned, { weights: b }: Planned): string[] {
  if (a === undefined || b === undefined) return [];
  const parts = scoreWeights.keyof().options;
  const all = (weights: ScoreWeights) => parts.reduce((sum, part) => sum + weights[part], 0);
  // Only ratios matter.
  if (parts.every((part) => Math.abs(a[part] / all(a) - b[part] / all(b)) < 1e-9)) return [];
  return parts
    .filter((part) => a[part] !== b[part])
    .map((part) => `weight of ${part} (${a[part]}; ${b[part]})`);
}

const shown = (value: MatrixConfig[(typeof SETTINGS)[number]]): string =>
  value === undefined ? "not set" : [value].flat().join(", ");
