/** The parts of the score: the meaning, source, measure and weight of each. */
import {
  scorePart,
  type QualityMetrics,
  type ScorePart,
  type ScoreWeights,
  type SessionMetrics,
} from "../../contract/index.ts";
import { meanOfKnown } from "./mean.ts";

/** The source of a number: the classifier's beats, a reader, code alone, code and a reader, or a judge. */
export type Source = "beats" | "reader" | "mechanical" | "both" | "judge";

type PartFacts = {
  means: string;
  source: Source;
  /** Why it can be missing. */
  missing: string;
  /** It reveals private tellings or wishes, and is left out of public files. */
  secret?: true;
};

export const partFacts: Readonly<Record<ScorePart, PartFacts>> = {
  completion: {
    means: "Pulses told, of those expected",
    source: "beats",
    missing: "the session is unfinished",
  },
  efficiency: {
    means: "Turns for each pulse, times the part told",
    source: "beats",
    missing: "no turn of the story was played",
  },
  evenness: {
    means: "An even pace, times the part told",
    source: "beats",
    missing: "fewer than three pulses were told",
  },
  recovery: {
    means: "Returns from tangents",
    source: "reader",
    missing: "no tangents to return from",
  },
  segues: {
    means: "Natural returns",
    source: "reader",
    missing: "no returns from tangents",
  },
  soundness: {
    means: "Few failures, and short ones",
    source: "both",
    missing: "no turn of the story was played",
  },
  payoffs: {
    means: "Private moments that paid off before they leaked",
    source: "reader",
    missing: "no private moment came early enough to pay off",
    secret: true,
  },
  quality: { means: "The judge's scores", source: "judge", missing: "no judge was named" },
};

/** Turns per pulse of a brisk pace, and of a story that hardly moves. */
const BRISK = 2;
const CRAWLING = 6;
/** A judge's scale. */
const [WORST, BEST] = [1, 10];

export type Parts = Record<ScorePart, number | null>;

/**
 * The parts of the score, each from 0 to 1. Once the session has ended, a good pace counts only for the share of the
 * story that was told: skipping must not pay.
 */
export function scoreParts(
  {
    pulses,
    tangents,
    privateMoments,
    failures,
    quality,
  }: Omit<SessionMetrics, "composite" | "overall" | "over" | "sources" | "read">,
  { over }: { over: boolean },
): Parts {
  const ofTheStory = over ? (pulses.completionRate ?? 1) : 1;
  return {
    completion: over ? pulses.completionRate : null,
    efficiency: times(efficiencyOf(pulses), ofTheStory),
    evenness: times(pulses.evenness, ofTheStory),
    recovery: tangents.recoveryRate,
    segues: seguesPart(tangents.avgSegueQuality),
    soundness: soundnessOf(failures),
    payoffs: privateMoments.payoffRate,
    quality: judged(quality),
  };
}

/** Full up to two turns per pulse, none from six on. Before the first pulse, as if the next turn told one. */
export const efficiencyOf = ({ longestGap, turnsPerPulse }: SessionMetrics["pulses"]): number | null =>
  efficiencyPart(turnsPerPulse ?? (longestGap === null ? null : longestGap + 1));
export const soundnessOf = ({ turnsPerTen }: SessionMetrics["failures"]): number | null =>
  turnsPerTen === null ? null : 1 / (1 + turnsPerTen);

const times = (value: number | null, share: number): number | null =>
  share === 0 ? 0 : value === null ? null : value * share;
const efficiencyPart = (turnsPerPulse: number | null): number | null =>
  turnsPerPulse === null ? null : Math.min(1, Math.max(0, (CRAWLING - turnsPerPulse) / (CRAWLING - BRISK)));
const seguesPart = (quality: number | null): number | null => (quality === null ? null : (quality - 1) / 4);

const judged = (quality: QualityMetrics): number | null => {
  const score = meanOfKnown(Object.values(quality));
  return score === null ? null : Math.max(0, (score - WORST) / (BEST - WORST));
};

/** The weighted mean of the measured parts: 0 to 100. */
export function weigh(parts: Parts, weights: ScoreWeights): number | null {
  const present = scorePart.options.filter((name) => parts[name] !== null && weights[name] > 0);
  const whole = present.reduce((sum, name) => sum + weights[name], 0);
  if (whole === 0) return null;
  return (100 * present.reduce((sum, name) => sum + weights[name] * parts[name]!, 0)) / whole;
}
