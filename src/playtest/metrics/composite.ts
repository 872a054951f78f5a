import {
  scorePart,
  type Composite,
  type QualityMetrics,
  type ScorePart,
  type ScoreWeights,
} from "../../contract/index.ts";
import { scoreInterval } from "./score-interval.ts";
import type { Parts } from "./score-parts.ts";
import type { TurnUnit } from "./turn-units.ts";
import { weigh } from "./weigh.ts";

/** With less of what needs no judge or reader, a session has hardly begun, and what there is of it would be nearly all soundness. */
const ENOUGH = 0.5;

/** A judge who gave some of its scores has so much of its weight. */
const shareJudged = (quality: QualityMetrics): number =>
  Object.values(quality).filter((score) => score !== null).length / Object.keys(quality).length;
const unscored = (quality: QualityMetrics): string[] =>
  Object.entries(quality).flatMap(([name, score]) =>
    score === null ? [name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)] : [],
  );

/** Why a part can be missing. */
const missingBecause: Record<ScorePart, string> = {
  completion: "the session is not over",
  efficiency: "no turn of the story was played",
  evenness: "fewer than three pulses were told",
  recovery: "there was no tangent to return from",
  segues: "there was no return from a tangent",
  soundness: "no turn of the story was played",
  payoffs: "no private moment was told early enough to come back",
  relay: "nobody's wish was passed on",
  quality: "no judge has scored it",
};

const needBeats: ReadonlySet<ScorePart> = new Set(["completion", "efficiency", "evenness"]);
const needReader: ReadonlySet<ScorePart> = new Set(["recovery", "segues", "soundness", "payoffs", "relay"]);

/** The score with its parts and its interval; neither where too little of it is there. */
export function composite({
  parts,
  weights: given,
  units,
  quality,
  noBeats = false,
  unread,
}: {
  parts: Parts;
  weights: ScoreWeights;
  units: readonly TurnUnit[];
  quality?: QualityMetrics;
  /** The guide has no beats: completion and pace cannot be measured. */
  noBeats?: boolean;
  /** Why what a reader must say is missing. */
  unread?: string;
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
          ...(unread !== undefined && needReader.has(name)
            ? { why: unread, needs: "reader" as const }
            : { why: noBeats && needBeats.has(name) ? "the guide has no beats" : missingBecause[name] }),
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
      why: `Only ${Math.floor(100 * share)} % of the score's weight could be measured, and at least ${100 * ENOUGH} % is required (parts that need an absent judge or reader not counted)`,
      interval: null,
      ...made,
    };
  const score = rounded(weigh(parts, weights));
  const interval = scoreInterval({ parts, weights, units });
  return {
    score,
    interval:
      interval && score !== null ? around(score, [rounded(interval[0])!, rounded(interval[1])!]) : null,
    ...made,
  };
}

/** Failures that were not seen are allowed for in every resample: a score with next to none lies a hair above them all. */
const around = (score: number, [low, high]: [number, number]): [number, number] => [
  Math.min(score, low),
  Math.max(score, high),
];

/** How much of the weight is there that needs no judge, and no reader where none has read. All of it where only they have any. */
export function presentShare({ parts, missing }: Pick<Composite, "parts" | "missing">): number {
  const sum = (all: ReadonlyArray<{ name: ScorePart; weight: number; needs?: string }>) =>
    all.reduce(
      (whole, { name, weight, needs }) => whole + (name === "quality" || needs !== undefined ? 0 : weight),
      0,
    );
  const whole = sum(parts) + sum(missing);
  return whole === 0 ? 1 : sum(parts) / whole;
}

/** The weights that a score was made with. What is there in part has the rest of its weight among the missing. */
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

/** Tenths of a point are more than can be known. */
const rounded = (score: number | null): number | null =>
  score === null ? null : Math.round(score * 10) / 10;
