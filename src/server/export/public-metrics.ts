/** The numbers of a session that reveal neither private tellings nor wishes. */
import {
  role,
  type Composite,
  type FailureMetrics,
  type Issue,
  type ScorePart,
  type SessionMetrics,
  type Totals,
} from "../../contract/index.ts";
import {
  isFailure,
  isNarrators,
  isSecretMetric,
  metricNames,
  metricOf,
  partFacts,
  type MetricName,
} from "../../playtest/index.ts";

const PRIVATE_COUNTS: ReadonlySet<MetricName> = new Set(["private-moments", "pay-offs"]);
export const publicMetricNames: readonly MetricName[] = metricNames.filter(
  (name) => !PRIVATE_COUNTS.has(name) && !isSecretMetric(name),
);

/** For anything with metrics by name. */
export const publicOnes = <Value>(metrics: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(
    publicMetricNames.flatMap((name) => (Object.hasOwn(metrics, name) ? [[name, metrics[name]!]] : [])),
  );

const isPrivatePart = (name: ScorePart): boolean => partFacts[name].secret === true;

/** `all` are the issues behind the numbers, `told` the public ones: the others are in no number either. */
export function publicMetrics(
  metrics: SessionMetrics,
  { all, told }: { all: readonly Issue[]; told: readonly Issue[] },
): SessionMetrics {
  const { pulses, tangents, quality, over } = metrics;
  const failures = publicFailures(metrics.failures, { all, told });
  const composite = publicScore(metrics.composite, metricOf({ ...metrics, failures }, "soundness"));
  return {
    pulses: {
      detected: pulses.detected,
      expected: pulses.expected,
      completionRate: pulses.completionRate,
      turnsPerPulse: pulses.turnsPerPulse,
      distribution: pulses.distribution.map(Number),
      turns: pulses.turns.map(Number),
      longestGap: pulses.longestGap,
      evenness: pulses.evenness,
      ownBeats: pulses.ownBeats,
    },
    tangents: {
      count: tangents.count,
      avgLength: tangents.avgLength,
      maxLength: tangents.maxLength,
      recoveryRate: tangents.recoveryRate,
      avgSegueQuality: tangents.avgSegueQuality,
      forcedSegueCount: tangents.forcedSegueCount,
      woven: tangents.woven,
      discarded: tangents.discarded,
      dropped: tangents.dropped,
      open: tangents.open,
      noticed: tangents.noticed,
      explorationTakenForTangent: tangents.explorationTakenForTangent,
      patience: null,
    },
    privateMoments: {
      count: 0,
      shared: 0,
      avgBackstoryAlignment: null,
      avgAppropriateness: null,
      payoffs: null,
      payoffRate: null,
      avgTurnsToPayoff: null,
      spoiled: 0,
      moments: [],
    },
    quality: {
      coherence: quality.coherence,
      atmosphere: quality.atmosphere,
      playerAgency: quality.playerAgency,
      pacing: quality.pacing,
      storyGuideAdherence: quality.storyGuideAdherence,
      characterIntegration: quality.characterIntegration,
      funFactor: quality.funFactor,
    },
    failures,
    relay: { wanted: null, survived: null, survival: null, turns: [], bySeat: [] },
    composite,
    over,
    sources: {},
    read: { turns: metrics.read.turns.map(Number), of: metrics.read.of },
    overall: composite.score,
  };
}

function publicFailures(
  {
    breakdowns,
    loops,
    contradictions,
    confusionEvents,
    stuckMoments,
    total,
    perTenTurns,
    turns,
    turnsPerTen,
  }: FailureMetrics,
  { all, told }: { all: readonly Issue[]; told: readonly Issue[] },
): FailureMetrics {
  // Each lasts one turn: only a stall lasts longer, and a stall is not secret.
  const withheld = all.filter(isFailure).length - told.filter(isFailure).length;
  const less = (count: number | null) => (count === null ? null : Math.max(0, count - withheld));
  const [left, lasted] = [less(total), less(turns)];
  return {
    breakdowns,
    loops,
    contradictions,
    characterBreaks: null,
    guideDeviations: null,
    confusionEvents,
    stuckMoments,
    others: {},
    total: left,
    perTenTurns: shareLeft(perTenTurns, left, total),
    turns: lasted,
    turnsPerTen: shareLeft(turnsPerTen, lasted, turns),
    unconfirmed: 0,
    byPlayers: told.filter((issue) => !isNarrators(issue)).length,
  };
}

const shareLeft = (value: number | null, left: number | null, of: number | null): number | null =>
  value === null || left === null || !of ? value : (value * left) / of;

/** Recomputed from the public parts. */
function publicScore({ score, parts, missing }: Composite, soundness: number | null): Composite {
  const open = parts.flatMap(({ name, value, weight }) =>
    isPrivatePart(name) ? [] : [{ name, value: name === "soundness" ? (soundness ?? value) : value, weight }],
  );
  const whole = open.reduce((sum, { weight }) => sum + weight, 0);
  const has = score !== null && whole > 0;
  return {
    // Tenths, like any score.
    score: has
      ? Math.round((1_000 * open.reduce((sum, { value, weight }) => sum + value * weight, 0)) / whole) / 10
      : null,
    why: has ? "Measured only on what everybody heard." : "Too few parts could be measured.",
    parts: open.map((part) => ({ ...part, share: part.weight / whole })),
    missing: [...parts.filter(({ name }) => isPrivatePart(name)), ...missing].map(({ name, weight }) => ({
      name,
      weight,
      why: isPrivatePart(name) ? "not in a public file" : "not measured",
    })),
  };
}

type Tally = Totals["all"];
const tallyOf = ({
  attempts,
  failed,
  tokens,
  cost,
  saved,
  unpriced,
  estimated,
  possiblyBilled,
}: Tally): Tally => ({
  attempts,
  failed,
  tokens: {
    input: tokens.input,
    cacheRead: tokens.cacheRead,
    cacheWrite: tokens.cacheWrite,
    output: tokens.output,
    reasoning: tokens.reasoning,
  },
  cost,
  saved,
  unpriced,
  estimated,
  possiblyBilled: {
    attempts: possiblyBilled.attempts,
    atMost: possiblyBilled.atMost,
    unpriced: possiblyBilled.unpriced,
  },
});

/** The total cost; the turns have their own with their marks. */
export const publicTotals = ({ all, calls }: Totals): Totals => ({
  all: tallyOf(all),
  byRole: {},
  byModel: {},
  byTurn: {},
  calls: { completed: calls.completed, reused: calls.reused },
});

/** By existing roles. */
export const byRoleOf = (amounts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    role.options.flatMap((name) => (Object.hasOwn(amounts, name) ? [[name, amounts[name]!]] : [])),
  );
