import type { PrivateMoment } from "../../contract/index.ts";
import { contentWords } from "../detect/index.ts";

/** Turns that must lie between telling and paying off: before that it is still the same scene. */
const LEAST_DISTANCE = 2;
/** Rare words say that a secret has come back; a name that came up in it says so twice, and once more beside the name of whoever was told it. */
const ENOUGH = 3;

/** Which private moments come back in what the narrator now says to everybody: by the rare words they share. */
export function findPayoffs({ moments, narration, turn, commonWords }: { moments: readonly PrivateMoment[]; narration: string; turn: number; commonWords: ReadonlySet<string> }): number[] {
  const told = new Set(contentWords(narration));
  return moments.flatMap(({ content, target, turn: toldAt, payoffDetected }, index) => {
    if (payoffDetected || turn - toldAt < LEAST_DISTANCE) return [];
    const names = properNames(content);
    const own = new Set(contentWords(target));
    const rare = [...new Set(contentWords(content))].filter((word) => !commonWords.has(word) && !own.has(word));
    const shared = rare.filter((word) => told.has(word));
    if (shared.length === 0) return [];
    const points = shared.length + shared.filter((word) => names.has(word)).length + (narration.includes(target) && shared.some((word) => names.has(word)) ? 1 : 0);
    return points >= Math.min(ENOUGH, Math.max(2, rare.length)) ? [index] : [];
  });
}

/** Written with a capital letter in the middle of a sentence, in lower case here. */
const properNames = (text: string): Set<string> => new Set(Array.from(text.matchAll(/(?<=[\p{Ll},;:]\s)\p{Lu}[\p{L}'’-]+/gu), ([name]) => name.toLowerCase()));
