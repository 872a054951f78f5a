/** The numbers of a session that reveal neither private tellings nor wishes. */
import {
  role,
  type Composite,
  type FailureMetrics,
  type ScorePart,
  type SessionMetrics,
  type Totals,
} from "../../contract/index.ts";
import { isSecretMetric, metricNames, partFacts, type MetricName } from "../../playtest/index.ts";

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

export function publicMetrics(metrics: SessionMetrics): SessionMetrics {
  const { pulses, tangents, quality, over } = metrics;
  const composite = publicScore(metrics.composite);
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
    failures: publicFailures(metrics.failures),
    composite,
    over,
    sources: {},
    read: { turns: metrics.read.turns.map(Number), of: metrics.read.of },
    overall: composite.score,
  };
}

/** Kinds of failures that may be about private content are in the total only. */
const publicFailures = ({
  breakdowns,
  loops,
  contradictions,
  confusionEvents,
  stuckMoments,
  total,
  perTenTurns,
  turns,
  turnsPerTen,
}: FailureMetrics): FailureMetrics => ({
  breakdowns,
  loops,
  contradictions,
  characterBreaks: null,
  guideDeviations: null,
  confusionEvents,
  stuckMoments,
  others: {},
  total,
  perTenTurns,
  turns,
  turnsPerTen,
  unconfirmed: 0,
});

/** The score of the whole session, with its public parts only. */
function publicScore({ score, parts, missing }: Composite): Composite {
  const hidden = parts.filter(({ name }) => isPrivatePart(name)).map(({ name }) => name);
  return {
    score,
    why:
      score === null
        ? "Too few parts could be measured"
        : hidden.length === 0
          ? ""
          : `The score includes ${hidden.join(" and ")}, which a public file does not show`,
    parts: parts.flatMap(({ name, value, weight, share }) =>
      isPrivatePart(name) ? [] : [{ name, value, weight, share }],
    ),
    missing: missing.map(({ name, weight }) => ({ name, weight, why: "not measured" })),
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
