/** The numbers of a session that reveal neither private tellings nor wishes. */
import {
  derivedKinds,
  issueTypes,
  points as pointsTable,
  role,
  type FailureMetrics,
  type Score,
  type SessionMetrics,
  type Totals,
} from "../../contract/index.ts";
import { gateMetrics, isSecretMetric, kindOf } from "../../playtest/index.ts";

/** Listed by name, so that a new field stays private. */
const only = <Value>(names: readonly string[], values: Readonly<Record<string, Value>>) =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]!]] : [])));

const publicNames = [...gateMetrics.under, ...gateMetrics.over].filter((name) => !isSecretMetric(name));
export const publicOnes = (metrics: Readonly<Record<string, number | null>>): Record<string, number | null> =>
  only(publicNames, metrics);

/** Not those about private content, nor those of the user's own. */
const publicKinds = [...issueTypes, ...derivedKinds].filter((kind) => kindOf(kind).publicly !== null);
export const publicByKind = (byKind: Score["byKind"]): Score["byKind"] =>
  Object.fromEntries(
    Object.entries(only(publicKinds, byKind)).map(([kind, { episodes, points }]) => [
      kind,
      { episodes, points },
    ]),
  );

export function publicMetrics(metrics: SessionMetrics): SessionMetrics {
  const { pulses, tangents, quality, over } = metrics;
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
    score: publicScore(metrics.score),
    over,
    ...(metrics.ownTurns && { ownTurns: { from: metrics.ownTurns.from, to: metrics.ownTurns.to } }),
    sources: {},
    read: { turns: metrics.read.turns.map(Number), of: metrics.read.of },
    overall: metrics.overall,
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
  unconfirmed: 0,
});

/** Kinds that a public file leaves out are counted in the sum only. */
const publicScore = ({
  overall,
  completion,
  craft,
  judge,
  pointsLost,
  byKind,
  points,
  missing,
}: Score): Score => ({
  overall,
  completion,
  craft,
  ...(judge !== undefined && { judge }),
  pointsLost,
  byKind: publicByKind(byKind),
  points: only(Object.keys(pointsTable.shape), points) as Score["points"],
  missing: missing.map(({ name }) => ({ name, why: "not measured" })),
});

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
