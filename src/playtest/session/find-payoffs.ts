import type { PrivateMoment } from "../../contract/index.ts";
import { contentWords } from "../detect/index.ts";

/** Turns that must lie between telling and paying off: before that it is still the same scene. */
const LEAST_DISTANCE = 2;
const LEAST_SHARED = 3;

/** Which private moments come back in what the narrator now says to everybody: by the rare words they share. */
export function findPayoffs({ moments, narration, turn, commonWords }: { moments: readonly PrivateMoment[]; narration: string; turn: number; commonWords: ReadonlySet<string> }): number[] {
  const told = new Set(contentWords(narration));
  return moments.flatMap(({ content, turn: toldAt, payoffDetected }, index) => {
    if (payoffDetected || turn - toldAt < LEAST_DISTANCE) return [];
    const rare = new Set(contentWords(content).filter((word) => !commonWords.has(word)));
    const shared = [...rare].filter((word) => told.has(word)).length;
    return shared >= Math.min(LEAST_SHARED, Math.max(2, rare.size)) ? [index] : [];
  });
}
