/** The score of a session: the weighted mean of its parts. */
import {
  scorePart,
  type Composite,
  type QualityMetrics,
  type ScorePart,
  type ScoreWeights,
} from "../../contract/index.ts";
import { partFacts, weigh, type Parts } from "./score-parts.ts";

/** The least share of the weight that needs no judge or reader. With less, the score would be nearly all soundness. */
const ENOUGH = 0.5;

/** A judge who gave only some scores has only that share of its weight. */
const shareJudged = (quality: QualityMetrics): number =>
  Object.values(quality).filter((score) => score !== null).length / Object.keys(quality).length;
const unscored = (quality: QualityMetrics): string[] =>
  Object.entries(quality).flatMap(([name, score]) =>
    score === null ? [name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)] : [],
  );

const needsBeats = (name: ScorePart): boolean => partFacts[name].source === "beats";
const needsReader = (name: ScorePart): boolean => ["reader", "both"].includes(partFacts[name].source);

/** No score if too little was measured. */
export function composite({
  parts,
  weights: given,
  quality,
  noBeats = false,
  unclassified = false,
  unread,
  whyUnjudged,
}: {
  parts: Parts;
  weights: ScoreWeights;
  quality?: QualityMetrics;
  /** The guide has no beats: completion and pace cannot be measured. */
  noBeats?: boolean;
  /** A transcript without a classifier: its private moments are unknown. */
  unclassified?: boolean;
  /** Why the reader's part is missing. */
  unread?: string;
  /** Why the requested judge's part is missing. */
  whyUnjudged?: string;
}): Composite {
  const partly =
    quality !== undefined && parts.quality !== null && given.quality > 0 && unscored(quality).length > 0;
  const weights = partly ? { ...given, quality: given.quality * shareJudged(quality) } : given;
  const weighed = scorePart.options.filter((name) => weights[name] > 0);
  const present = weighed.filter((name) => parts[name] !== null);
  const whole = present.reduce((sum, name) => sum + weights[name], 0);
  const made = {
    parts: present.map((name) => ({
      name,
      value: parts[name]!,
      weight: weights[name],
      share: weights[name] / whole,
    })),
    missing: [
      ...weighed
        .filter((name) => parts[name] === null)
        .map((name) => ({
          name,
          weight: weights[name],
          ...(unread !== undefined && needsReader(name)
            ? { why: unread, needs: "reader" as const }
            : whyUnjudged !== undefined && name === "quality"
              ? { why: whyUnjudged, needs: "judge" as const }
              : { why: whyMissing(name) }),
        })),
      ...(partly
        ? [
            {
              name: "quality" as const,
              weight: given.quality - weights.quality,
              why: `no score for ${unscored(quality).join(", ")}`,
            },
          ]
        : []),
    ],
  };
  const share = presentShare(made);
  if (share < ENOUGH)
    return {
      score: null,
      why: `Only ${Math.floor(100 * share)} % of the score's weight could be measured; at least ${100 * ENOUGH} % is required (excluding parts that need an absent judge or reader)`,
      ...made,
    };
  return { score: rounded(weigh(parts, weights)), ...made };

  function whyMissing(name: ScorePart): string {
    if (noBeats && needsBeats(name)) return "the guide has no beats";
    if (unclassified && name === "payoffs") return "private moments need `observe --classifier MODEL`";
    return partFacts[name].missing;
  }
}

/** The measured share of the weight, without parts that need a judge, an absent reader or a whole session. */
export function presentShare({ parts, missing }: Pick<Composite, "parts" | "missing">): number {
  const sum = (all: ReadonlyArray<{ name: ScorePart; weight: number; needs?: string }>) =>
    all.reduce(
      (whole, { name, weight, needs }) => whole + (name === "quality" || needs !== undefined ? 0 : weight),
      0,
    );
  const whole = sum(parts) + sum(missing);
  return whole === 0 ? 1 : sum(parts) / whole;
}

/** The weights of a score. A partly measured part has the rest of its weight among the missing. */
export const weightsOf = ({ parts, missing }: Composite): ScoreWeights =>
  Object.fromEntries(
    scorePart.options.map((name) => [
      name,
      toBillionths(
        [...parts, ...missing]
          .filter((part) => part.name === name)
          .reduce((sum, { weight }) => sum + weight, 0),
      ),
    ]),
  ) as ScoreWeights;

const toBillionths = (weight: number): number => Math.round(weight * 1e9) / 1e9;

/** What a score lacks, in whole or in part. */
export const missingFrom = ({ parts, missing }: Pick<Composite, "parts" | "missing">): string[] =>
  missing.map(({ name }) => (parts.some((part) => part.name === name) ? `part of ${name}` : name));

/** More than tenths of a point would be false precision. */
const rounded = (score: number | null): number | null =>
  score === null ? null : Math.round(score * 10) / 10;
