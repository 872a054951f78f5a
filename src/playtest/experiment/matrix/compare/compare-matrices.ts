/** Compares matrices over the same groups. */
import {
  scoreWeights,
  type MatrixConfig,
  type MatrixRow,
  type ScoreWeights,
} from "../../../../contract/index.ts";
import { HarnessError } from "../../../../kernel/errors/index.ts";
import {
  compareArms,
  groups,
  judgeTogether,
  type ArmComparison,
  type Circumstances,
  type MetricName,
} from "../../../compare/index.ts";
import type { VariedBy } from "./compare-variants.ts";
import { comparable, playOf, provisionalOf, provisionalText } from "../matrix-rows.ts";
import { whyUnpaired } from "./session-partners.ts";
import { guideFormOf } from "../../../agents/index.ts";

type NamedRows = {
  name: string;
  seed?: string | number;
  rows: readonly MatrixRow[];
  config?: MatrixConfig;
  weights?: ScoreWeights;
};
type Wish = {
  primary: MetricName;
  /** One comparison for each prompt or narrator that both have. Absent: one for all. */ by?: VariedBy;
};

/** Each matrix is compared with the first. */
export function compareAllMatrices(
  [first, ...others]: readonly NamedRows[],
  { primary, by }: Wish,
): ArmComparison[] {
  const sides = others.flatMap((other) => {
    // These apply to the whole matrix even if only a part is compared: it was stopped, or not, as a whole.
    const circumstances = betweenMatrices(first!, other, primary);
    return (by === undefined ? [{ a: first!, b: other }] : eachInCommon(first!, other, by)).map((side) => ({
      ...side,
      circumstances,
    }));
  });
  return judgeTogether(
    sides.map(({ a, b, circumstances }) => compareMatrices(a, b, { primary, circumstances })),
  );
}

function eachInCommon(a: NamedRows, b: NamedRows, by: VariedBy): Array<{ a: NamedRows; b: NamedRows }> {
  const common = valuesOf(a, by).filter((value) => valuesOf(b, by).includes(value));
  if (common.length === 0)
    throw new HarnessError({
      code: "nothing-to-compare",
      message: `${a.name} and ${b.name} have no ${by} in common: ${valuesOf(a, by).join(", ")} and ${valuesOf(b, by).join(", ")}.`,
      remedy: `Leave --by out, or compare matrices with the same ${by}s.`,
    });
  const only = ({ name, seed, rows }: NamedRows, value: string): NamedRows => ({
    name: `${name}, ${by} ${value}`,
    seed,
    rows: rows.filter((row) => row[by] === value),
  });
  return common.map((value) => ({ a: only(a, value), b: only(b, value) }));
}

/** Shared prompts and narrators are matched by name. If each matrix has a single one, those two are compared. */
export function compareMatrices(
  a: NamedRows,
  b: NamedRows,
  {
    primary,
    circumstances = betweenMatrices(a, b, primary),
  }: { primary: MetricName; circumstances?: Circumstances },
): ArmComparison {
  const matched = (["prompt", "narrator"] as const).filter((by) =>
    valuesOf(a, by).some((value) => valuesOf(b, by).includes(value)),
  );
  // Pairs also need the same seed and group: another seed draws other groups, and so does another guide with the same seed.
  const drawn = [a, b].every(({ rows }) => rows.every(({ group }) => group !== undefined));
  const plays = ({ rows }: NamedRows) =>
    comparable(rows).map((row) =>
      playOf(
        row,
        JSON.stringify([row.story, row.seed, ...(drawn ? [row.group] : []), ...matched.map((by) => row[by])]),
      ),
    );
  const apart = (["prompt", "narrator"] as const).filter((by) => !matched.includes(by));
  if (apart.some((by) => valuesOf(a, by).length > 1 || valuesOf(b, by).length > 1)) {
    throw new HarnessError({
      code: "nothing-to-compare",
      message: `${a.name} and ${b.name} have no ${apart.join(" and no ")} in common, and each has several, so it is unclear what to compare.`,
      remedy: "Compare matrices with one prompt or one narrator each, or that have them in common.",
    });
  }
  const compared = compareArms({
    a: { name: a.name, plays: plays(a) },
    b: { name: b.name, plays: plays(b) },
    primary,
    thing: groups,
    circumstances,
  });
  if (compared.alone.a + compared.alone.b === 0 && compared.paired > 0) return compared;
  return {
    ...compared,
    unpaired: whyUnpaired(
      { ...a, called: a.name },
      { ...b, called: b.name },
      { paired: compared.paired, by: ["story", ...matched], bothWays: true },
    ),
  };
}

const valuesOf = ({ rows }: NamedRows, by: VariedBy): string[] => [...new Set(rows.map((row) => row[by]))];

/** Limits of the comparison that do not depend on the numbers. Settings that were not stored count as equal. */
function betweenMatrices(a: NamedRows, b: NamedRows, primary: MetricName): Circumstances {
  const settings = [...settingsApart(a, b), ...weightsApart(a, b)];
  const withheld = [
    ...whyNotComparable(a, b, primary),
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
      ? `the matrices pre-registered ${named[0]!.metric}`
      : named.map(({ name, metric }) => `${name} pre-registered ${metric}`).join(", ");
  return {
    ...(withheld.length > 0 && { withheld }),
    ...(chosenNow !== undefined && { chosenNow }),
    ...(settings.length > 0 && { settings }),
  };
}

type Made = Pick<NamedRows, "name" | "config" | "weights">;

/** Reasons why a difference would mean nothing. */
export function whyNotComparable(a: Made, b: Made, primary: string): string[] {
  const [most, other] = [a.config?.maxTurnsPerSession, b.config?.maxTurnsPerSession];
  return [
    ...(most !== undefined && other !== undefined && most !== other
      ? [`not comparable: ${a.name} had at most ${most} turns, ${b.name} ${other}`]
      : []),
    ...(primary === "overall" && weightsApart(a, b).length > 0
      ? [`not comparable: ${a.name} and ${b.name} weight overall differently`]
      : []),
  ];
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

function settingsApart(a: NamedRows, b: NamedRows): string[] {
  const values = ({ rows }: NamedRows, by: "prompt" | "narrator") =>
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

function weightsApart({ weights: a }: Made, { weights: b }: Made): string[] {
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
