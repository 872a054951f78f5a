/** The numbers of a session that say nothing of what was told to one player alone, nor of what players wished. */
import { role, type SessionMetrics, type Totals } from "../../contract/index.ts";
import { metricNames, type MetricName } from "../../playtest/index.ts";

const PRIVATE_METRICS: ReadonlySet<MetricName> = new Set(["private-moments", "pay-offs", "pay-off-rate", "relay-survival"]);
export const publicMetricNames: readonly MetricName[] = metricNames.filter((name) => !PRIVATE_METRICS.has(name));

/** Of whatever has metrics by their names. */
export const publicOnes = <Value>(metrics: Readonly<Record<string, Value>>): Record<string, Value> => Object.fromEntries(publicMetricNames.flatMap((name) => (Object.hasOwn(metrics, name) ? [[name, metrics[name]!]] : [])));

const PRIVATE_PARTS: ReadonlySet<string> = new Set(["payoffs", "relay"]);

export function publicMetrics({ pulses, tangents, quality, failures, composite, over, overall }: SessionMetrics): SessionMetrics {
  return {
    pulses: { detected: pulses.detected, expected: pulses.expected, completionRate: pulses.completionRate, turnsPerPulse: pulses.turnsPerPulse, distribution: pulses.distribution.map(Number), turns: pulses.turns.map(Number), longestGap: pulses.longestGap, evenness: pulses.evenness, ownBeats: pulses.ownBeats },
    tangents: { count: tangents.count, avgLength: tangents.avgLength, maxLength: tangents.maxLength, recoveryRate: tangents.recoveryRate, avgSegueQuality: tangents.avgSegueQuality, forcedSegueCount: tangents.forcedSegueCount, woven: tangents.woven, discarded: tangents.discarded, dropped: tangents.dropped, open: tangents.open, noticed: tangents.noticed, explorationTakenForTangent: tangents.explorationTakenForTangent, patience: null },
    privateMoments: { count: 0, shared: 0, avgBackstoryAlignment: null, avgAppropriateness: null, payoffs: 0, payoffRate: null, avgTurnsToPayoff: null, spoiled: 0, moments: [] },
    quality: { coherence: quality.coherence, atmosphere: quality.atmosphere, playerAgency: quality.playerAgency, pacing: quality.pacing, storyGuideAdherence: quality.storyGuideAdherence, characterIntegration: quality.characterIntegration, funFactor: quality.funFactor },
    failures: { breakdowns: failures.breakdowns, loops: failures.loops, contradictions: failures.contradictions, characterBreaks: null, guideDeviations: null, confusionEvents: failures.confusionEvents, stuckMoments: failures.stuckMoments, others: {}, total: failures.total, perTenTurns: failures.perTenTurns, turns: failures.turns, turnsPerTen: failures.turnsPerTen, unconfirmed: 0, byPlayers: failures.byPlayers },
    relay: { wanted: 0, survived: 0, survival: null, turns: [], bySeat: [] },
    composite: {
      score: composite.score,
      interval: composite.interval && [composite.interval[0], composite.interval[1]],
      parts: composite.parts.flatMap(({ name, value, weight, share }) => (PRIVATE_PARTS.has(name) ? [] : [{ name, value, weight, share }])),
      missing: [...composite.parts.filter(({ name }) => PRIVATE_PARTS.has(name)), ...composite.missing].map(({ name, weight }) => ({ name, weight, why: PRIVATE_PARTS.has(name) ? "not in a public file" : "could not be had" })),
    },
    over,
    overall,
  };
}

type Tally = Totals["all"];
const tallyOf = ({ attempts, failed, tokens, cost, saved, unpriced, estimated, possiblyBilled }: Tally): Tally => ({
  attempts,
  failed,
  tokens: { input: tokens.input, cacheRead: tokens.cacheRead, cacheWrite: tokens.cacheWrite, output: tokens.output, reasoning: tokens.reasoning },
  cost,
  saved,
  unpriced,
  estimated,
  possiblyBilled: { attempts: possiblyBilled.attempts, atMost: possiblyBilled.atMost, unpriced: possiblyBilled.unpriced },
});

/** What it cost in all; the turns have theirs with their marks. */
export const publicTotals = ({ all, calls }: Totals): Totals => ({ all: tallyOf(all), byRole: {}, byModel: {}, byTurn: {}, calls: { completed: calls.completed, reused: calls.reused } });

/** By roles that there are. */
export const byRoleOf = (amounts: Readonly<Record<string, number>>): Record<string, number> => Object.fromEntries(role.options.flatMap((name) => (Object.hasOwn(amounts, name) ? [[name, amounts[name]!]] : [])));
