import type { QualityMetrics, ScorePart, SessionMetrics } from "../../contract/index.ts";
import { meanOfKnown } from "./mean.ts";

/** Up to so many turns a pulse nobody waits; from so many on, the story hardly moves. */
const BRISK = 2;
const CRAWLING = 6;
/** A judge's scale. */
const [WORST, BEST] = [1, 10];

export type Parts = Record<ScorePart, number | null>;

/** The parts of the score, each from 0 to 1. Once the session is over, a good pace through a part of the story is worth no more than that part: else who skips would be paid for it. */
export function scoreParts(
  {
    pulses,
    tangents,
    privateMoments,
    failures,
    relay,
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
    relay: relay.survival,
    quality: judged(quality),
  };
}

/** Full up to two turns a pulse, none from six on. Who has told none so far is taken to tell one in the next turn: not let off, and not condemned for a turn or two. */
export const efficiencyOf = ({ longestGap, turnsPerPulse }: SessionMetrics["pulses"]): number | null =>
  efficiencyPart(turnsPerPulse ?? (longestGap === null ? null : longestGap + 1));
export const soundnessOf = ({ turnsPerTen }: SessionMetrics["failures"]): number | null =>
  soundnessPart(turnsPerTen);

/** No pace is good through nothing. */
export const times = (value: number | null, share: number): number | null =>
  share === 0 ? 0 : value === null ? null : value * share;
export const efficiencyPart = (turnsPerPulse: number | null): number | null =>
  turnsPerPulse === null ? null : Math.min(1, Math.max(0, (CRAWLING - turnsPerPulse) / (CRAWLING - BRISK)));
export const seguesPart = (quality: number | null): number | null =>
  quality === null ? null : (quality - 1) / 4;
export const soundnessPart = (turnsPerTen: number | null): number | null =>
  turnsPerTen === null ? null : 1 / (1 + turnsPerTen);

const judged = (quality: QualityMetrics): number | null => {
  const score = meanOfKnown(Object.values(quality));
  return score === null ? null : Math.max(0, (score - WORST) / (BEST - WORST));
};
