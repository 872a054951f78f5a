/** The power of a planned matrix: which differences it could detect. */
import type { MatrixPlan, MatrixRow } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { fewestPairs, minimumDetectable, pairsNeeded, worseThanBefore } from "../../../kernel/stats/index.ts";
import { judgedMetricNames } from "../../metrics/index.ts";
import {
  ALPHA_OF_OUTCOMES,
  canAlarm,
  fewestGroups,
  groupsOf,
  isLargePool,
  isSameArm,
  leastPOf,
} from "./compare/baseline-outcomes.ts";
import { ALPHA_OF_METRIC } from "./compare/compare-baseline.ts";
import { whyNotComparable } from "./compare/compare-matrices.ts";
import { partnersIn } from "./compare/session-partners.ts";
import type { StoredMatrix } from "./matrix-result-file.ts";
import { comparable, isOver } from "./matrix-rows.ts";
import { shareMetrics } from "./metric-summaries.ts";

/** The standard deviation of paired differences, and its source. */
type Spread = { value: number; from: "flag" | "baseline" | "assumption" };

export type MatrixPower = {
  compared: "prompts" | "narrators" | "nothing" | "baseline";
  /** Independent pairs in each comparison. */
  pairs: number;
  /** Comparisons that share one correction. */
  comparisons: number;
  /** Two-sided, for all comparisons together. The gate against a baseline has a smaller alpha than a comparison within the matrix. */
  alpha: number;
  /** With fewer pairs the evidence is always insufficient. */
  fewest: number;
  power: 0.8;
  /** The smallest difference detected with that power, in standard deviations of the paired differences and in the metric's units. Null: none. */
  smallest: { deviations: number; units: number | null } | null;
  spread: Spread | null;
  /** The sessions needed to detect a given difference. Null: the spread is unknown. */
  needed?: { difference: number; pairs: number; sessionsPerCombination: number; sessions: number } | null;
};

const ALPHA = 0.05;
const POWER = 0.8;

/** Rough assumptions if nothing was measured. Reports say that they are assumed. */
const assumed: Record<string, number> = {
  overall: 10,
  ...Object.fromEntries(shareMetrics.map((share) => [share, 0.2])),
  ...Object.fromEntries(judgedMetricNames.map((score) => [score, 1.5])),
  "segue-quality": 0.8,
};

type PowerOptions = { spread?: number; baseline?: readonly MatrixRow[]; detect?: number };

export function matrixPower(
  { config, sessions }: Pick<MatrixPlan, "config" | "sessions">,
  {
    spread: given,
    baseline,
    detect,
    gate,
  }: PowerOptions & {
    /** Against a baseline: the number of prompts, and the pairs of each. */ gate?: {
      prompts: number;
      pairs: number;
    };
  } = {},
): MatrixPower {
  const [prompts, narrators] = [Object.keys(config.systemPrompts).length, config.narratorModels.length];
  const compared = gate ? "baseline" : prompts > 1 ? "prompts" : narrators > 1 ? "narrators" : "nothing";
  const comparisons = gate ? gate.prompts : Math.max(1, (prompts > 1 ? prompts : narrators) - 1);
  // Groups are the unit: another factor varied with the same group and seed adds no pairs.
  const pairs = gate?.pairs ?? new Set(sessions.map(({ pair }) => pair)).size;
  // Without variants, the matrix can only be compared with a baseline.
  const whole = gate || compared === "nothing" ? ALPHA_OF_METRIC : ALPHA;
  const alpha = whole / comparisons;
  const fewest = fewestPairs({ alpha });
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
    alpha: whole,
    fewest,
    power: POWER,
    smallest: deviations === null ? null : { deviations, units: spread && deviations * spread.value },
    spread,
    ...(detect !== undefined && { needed: needs(detect) }),
  };
}

export type GatePower = {
  /** Why the gate cannot be judged. */ withheld: string[];
  /** False: no result could be significant. */ testable: boolean;
  /** Prompts that the baseline has too. */ prompts: number;
  metric: MatrixPower;
  /** How sessions end, prompt by prompt. `pool`: the number of groups of a large baseline. */
  outcomes: {
    groups: number;
    alpha: number;
    /** With fewer groups it cannot fail. */ fewest: number;
    /** Groups that must get worse if none gets better. Null: too few groups to be significant, or the pool is used. */ worse:
      | number
      | null;
    pool: number | null;
  };
};

/** The power of the gate against a baseline, for the prompt with the fewest pairs. Null: no session has a partner. */
export function gatePower(
  plan: Pick<MatrixPlan, "config" | "sessions">,
  before: StoredMatrix,
  options: Omit<PowerOptions, "baseline"> = {},
): GatePower | null {
  const played = comparable(before.rows);
  const partnerOf = partnersIn(played);
  const paired = plan.sessions.filter((session) => partnerOf(session) !== undefined);
  const prompts = [...Map.groupBy(paired, ({ prompt }) => prompt)]
    .map(([, own]) => ({
      groups: groupsOf(own, (session) => session).map(([session]) => session!.story),
      pool: groupsOf(played.filter(isSameArm(own)), (row) => row).map(([row]) => row!.story),
    }))
    .toSorted((a, b) => a.groups.length - b.groups.length);
  if (prompts.length === 0) return null;
  const [groups, pool] = [prompts[0]!.groups.length, prompts[0]!.pool.length];
  const fewest = fewestGroups(prompts.length);
  const pooled = isLargePool(pool, groups);
  const fails = (worse: number) =>
    worseThanBefore({ worse, better: 0, pairs: groups }) * prompts.length <= ALPHA_OF_OUTCOMES;
  let worse = 1;
  while (worse < groups && !fails(worse)) worse += 1;
  return {
    withheld: whyNotComparable(
      before,
      { name: "this matrix", config: plan.config },
      plan.config.primaryMetric,
    ),
    testable: canAlarm(prompts.map((each) => ({ leastP: leastPOf(each.groups, each.pool) }))),
    prompts: prompts.length,
    metric: matrixPower(plan, {
      ...options,
      baseline: before.rows,
      gate: { prompts: prompts.length, pairs: groups },
    }),
    outcomes: {
      groups,
      alpha: ALPHA_OF_OUTCOMES,
      fewest,
      worse: pooled || groups < fewest ? null : worse,
      pool: pooled ? pool : null,
    },
  };
}

/** Refuses a gate that could never be judged before the first call. With `strict`, few groups are enough to see a failure. */
export function requireJudgeable(
  plan: Pick<MatrixPlan, "config" | "sessions">,
  before: StoredMatrix,
  { strict = false }: { strict?: boolean } = {},
): void {
  const gate = gatePower(plan, before);
  if (gate === null) return;
  const { withheld, testable, outcomes, metric } = gate;
  if (withheld.length > 0)
    throw new HarnessError({
      code: "bad-baseline",
      message: `The gate could never be judged against the baseline ${before.name} (${withheld.join("; ")}).`,
      remedy: "Use the same --max-turns, or another baseline, or leave --baseline out.",
    });
  if (!testable && !strict)
    throw new HarnessError({
      code: "bad-baseline",
      message: `The gate could never be judged: ${counted(outcomes.groups, "group")} cannot show a regression against the baseline ${before.name}.`,
      remedy: `Play at least ${outcomes.fewest} groups to test how sessions end, ${metric.fewest} to test ${plan.config.primaryMetric} too (--sessions, in the baseline as well). Or use --strict, which fails on any session that newly fails or crashes and on any lower mean.`,
    });
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

/** The standard deviation of paired differences in an earlier matrix, pooled over its comparisons. Null: no comparison, or no spread. */
function spreadOfRows(rows: readonly MatrixRow[], metric: string): number | null {
  const sound = rows.filter((row) => isOver(row) && row.metrics[metric] != null);
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
