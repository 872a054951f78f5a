/** Null controls of a judge with known honesty and noise, to count how often a rule is wrong. */
import {
  controlName,
  HIGHEST_SCORE,
  LOWEST_SCORE,
  qualityMetric,
  type ControlName,
  type ControlResult,
  type QualityMetric,
} from "../../../src/contract/index.ts";
import { dice, type Dice } from "../../../src/kernel/dice/index.ts";

export type SimulatedJudge = {
  sessions: number;
  /** SD of each score between judgings of one session, before rounding to whole points. */
  noise: number;
  /** SD between judgings that all scores of a judging share. */
  mood?: number;
  /** Mean and SD of the sessions' true quality. */
  quality?: number;
  between?: number;
  /** By how many points each control truly moves the scores; `shuffled` moves coherence alone. */
  moves?: Partial<Record<ControlName, number>>;
};

/** Sees silence and disorder, and ignores the note. */
export const HONEST = { empty: -4, shuffled: -1.5 };
export const LED = { ...HONEST, injected: 0.6 };

function simulateControls(
  { sessions, noise, mood = 0, quality = 6, between = 1.5, moves = {} }: SimulatedJudge,
  seed: number,
): ControlResult[] {
  const thrown = dice("null controls", seed);
  return Array.from({ length: sessions }, (_, session) => {
    const level = quality + between * normal(thrown);
    const truth = new Map(qualityMetric.options.map((metric) => [metric, level + 0.5 * normal(thrown)]));
    const judge = (move: (metric: QualityMetric) => number): Record<QualityMetric, number> => {
      const shared = mood * normal(thrown);
      return Object.fromEntries(
        qualityMetric.options.map((metric) => {
          const score = Math.round(truth.get(metric)! + shared + noise * normal(thrown) + move(metric));
          return [metric, Math.min(HIGHEST_SCORE, Math.max(LOWEST_SCORE, score))];
        }),
      ) as Record<QualityMetric, number>;
    };
    const before = judge(() => 0);
    return controlName.options.map((name): ControlResult => {
      const after = judge((metric) =>
        name === "shuffled" && metric !== "coherence" ? 0 : (moves[name] ?? 0),
      );
      return {
        name,
        sessionId: String(session),
        before,
        moved: Object.fromEntries(
          qualityMetric.options.map((metric) => [metric, after[metric] - before[metric]]),
        ),
      };
    });
  }).flat();
}

/** Box and Muller's. */
const normal = ({ next }: Dice): number =>
  Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

/** The share of simulated calibrations in which a rule says yes. */
export const shareOf = (
  judge: SimulatedJudge,
  runs: number,
  says: (results: readonly ControlResult[]) => boolean,
): number =>
  Array.from({ length: runs }, (_, seed) => says(simulateControls(judge, seed))).filter(Boolean).length /
  runs;
