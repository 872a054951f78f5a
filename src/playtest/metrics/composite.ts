import { scorePart, type Composite, type QualityMetrics, type ScorePart, type ScoreWeights, type SessionMetrics } from "../../contract/index.ts";
import { bootstrapInterval } from "../../kernel/stats/index.ts";
import { meanOfKnown, ratio } from "./mean.ts";
import type { TurnUnit } from "./turn-units.ts";

/** Up to so many turns a pulse nobody waits; from so many on, the story hardly moves. */
const BRISK = 2;
const CRAWLING = 6;
/** A judge's scale. */
const [WORST, BEST] = [1, 10];
/** Enough for an interval that is shown in whole points. */
const RESAMPLES = 400;

export type Parts = Record<ScorePart, number | null>;

/** A judge who gave some of its scores has so much of its weight. */
const shareJudged = (quality: QualityMetrics): number => Object.values(quality).filter((score) => score !== null).length / Object.keys(quality).length;
const unscored = (quality: QualityMetrics): string[] => Object.entries(quality).flatMap(([name, score]) => (score === null ? [name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)] : []));

/** The parts of the score, each from 0 to 1. Once the session is over, a good pace through a part of the story is worth no more than that part: else who skips would be paid for it. */
export function scoreParts({ pulses, tangents, privateMoments, failures, relay, quality }: Omit<SessionMetrics, "composite" | "overall">, { over }: { over: boolean }): Parts {
  const ofTheStory = over ? pulses.completionRate : 1;
  return {
    completion: over ? pulses.completionRate : null,
    efficiency: times(efficiencyOf(pulses), ofTheStory),
    evenness: times(pulses.evenness, ofTheStory),
    recovery: tangents.recoveryRate,
    segues: segues(tangents.avgSegueQuality),
    soundness: soundnessOf(failures),
    payoffs: privateMoments.payoffRate,
    relay: relay.survival,
    quality: judged(quality),
  };
}

/** Full up to two turns a pulse, none from six on. Who tells no pulse for so long is not let off for it. */
export const efficiencyOf = ({ detected, longestGap, turnsPerPulse }: SessionMetrics["pulses"]): number | null => (detected === 0 && (longestGap ?? 0) >= CRAWLING ? 0 : efficiency(turnsPerPulse));
export const soundnessOf = ({ turnsPerTen }: SessionMetrics["failures"]): number | null => soundness(turnsPerTen);

const times = (value: number | null, share: number): number | null => (value === null ? null : value * share);
const efficiency = (turnsPerPulse: number | null): number | null => (turnsPerPulse === null ? null : Math.min(1, Math.max(0, (CRAWLING - turnsPerPulse) / (CRAWLING - BRISK))));
const segues = (quality: number | null): number | null => (quality === null ? null : (quality - 1) / 4);
const soundness = (turnsPerTen: number | null): number | null => (turnsPerTen === null ? null : 1 / (1 + turnsPerTen));
const judged = (quality: QualityMetrics): number | null => {
  const score = meanOfKnown(Object.values(quality));
  return score === null ? null : Math.max(0, (score - WORST) / (BEST - WORST));
};

/** Why a part can be missing. */
const missingBecause: Record<ScorePart, string> = {
  completion: "the session is not over",
  efficiency: "no pulse was told",
  evenness: "fewer than three pulses were told",
  recovery: "there was no tangent to return from",
  segues: "there was no return from a tangent",
  soundness: "no turn was played",
  payoffs: "no private moment was told early enough to come back",
  relay: "nobody's wish was passed on",
  quality: "no judge has scored it",
};

/** The weighted mean of the parts that are there: 0 to 100. */
export function weigh(parts: Parts, weights: ScoreWeights): number | null {
  const present = scorePart.options.filter((name) => parts[name] !== null && weights[name] > 0);
  const whole = present.reduce((sum, name) => sum + weights[name], 0);
  return whole === 0 ? null : (100 * present.reduce((sum, name) => sum + weights[name] * parts[name]!, 0)) / whole;
}

/**
 * The score with its parts and its interval. What turns do not bring one by one (completion, evenness, pay-offs, the
 * judge's scores) is held as it is, and so is a part that a resample lacks: with other parts it would be another score.
 */
export function composite({ parts, weights: given, units, quality }: { parts: Parts; weights: ScoreWeights; units: readonly TurnUnit[]; quality?: QualityMetrics }): Composite {
  const partly = quality !== undefined && parts.quality !== null && given.quality > 0 && unscored(quality).length > 0;
  const weights = partly ? { ...given, quality: given.quality * shareJudged(quality) } : given;
  const weighed = scorePart.options.filter((name) => weights[name] > 0);
  const present = weighed.filter((name) => parts[name] !== null);
  const whole = present.reduce((sum, name) => sum + weights[name], 0);
  const interval = bootstrapInterval(units, (drawn) => weigh(redrawn(drawn, parts), weights), { seed: "composite", resamples: RESAMPLES });
  return {
    score: rounded(weigh(parts, weights)),
    interval: interval && [rounded(interval[0])!, rounded(interval[1])!],
    parts: present.map((name) => ({ name, value: parts[name]!, weight: weights[name], share: weights[name] / whole })),
    missing: [
      ...weighed.filter((name) => parts[name] === null).map((name) => ({ name, weight: weights[name], why: missingBecause[name] })),
      ...(partly ? [{ name: "quality" as const, weight: given.quality - weights.quality, why: `no score for ${unscored(quality).join(", ")}` }] : []),
    ],
  };
}

/** The weights that a score was made with. What is there in part has the rest of its weight among the missing. */
export const weightsOf = ({ parts, missing }: Composite): ScoreWeights =>
  Object.fromEntries(scorePart.options.map((name) => [name, toBillionths([...parts, ...missing].filter((part) => part.name === name).reduce((sum, { weight }) => sum + weight, 0))])) as ScoreWeights;

const toBillionths = (weight: number): number => Math.round(weight * 1e9) / 1e9;

/** What a score lacks, in whole or in part. */
export const missingFrom = ({ parts, missing }: Pick<Composite, "parts" | "missing">): string[] => missing.map(({ name }) => (parts.some((part) => part.name === name) ? `part of ${name}` : name));

/** Tenths of a point are more than can be known. */
const rounded = (score: number | null): number | null => (score === null ? null : Math.round(score * 10) / 10);

/** The same parts, with those that turns bring one by one as some turns have them. */
function redrawn(units: readonly TurnUnit[], known: Parts): Parts {
  // Spelled out: it runs for every turn of every resample.
  let [story, pulses, failures, answered, returned, quality, wanted, survived] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const unit of units) {
    story += unit.story;
    pulses += unit.pulses;
    failures += unit.failures;
    answered += unit.answered;
    returned += unit.returned;
    quality += unit.segues;
    wanted += unit.wanted;
    survived += unit.survived;
  }
  const drawn = (name: ScorePart, value: number | null): number | null => (known[name] === null ? null : (value ?? known[name]));
  return {
    ...known,
    efficiency: drawn("efficiency", times(pulses === 0 ? 0 : efficiency(story / pulses), known.completion ?? 1)),
    recovery: drawn("recovery", ratio(returned, answered)),
    segues: drawn("segues", segues(ratio(quality, returned))),
    soundness: drawn("soundness", soundness(ratio(failures * 10, units.length))),
    relay: drawn("relay", ratio(survived, wanted)),
  };
}
