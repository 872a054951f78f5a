import type { Dice } from "../../../kernel/dice/index.ts";
import { fillers, synonyms } from "./swaps.ts";

/** A text with about this share of its words changed, and the share that really was. Markers are left as they are. */
export function edited(
  text: string,
  { share, thrown }: { share: number; thrown: Dice },
): { text: string; changed: number } {
  // Words and what stands between them, in turn: odd places hold words, or markers.
  const pieces = text.split(/(\[\[[^\]]*\]\]|[\p{L}']+)/u);
  const places = pieces
    .map((_, index) => index)
    .filter((index) => index % 2 === 1 && !pieces[index]!.startsWith("[["));
  const among = (swaps: Readonly<Record<string, string>>) =>
    thrown.shuffle(places.filter((index) => Object.hasOwn(swaps, pieces[index]!)));
  const chosen = [...among(synonyms), ...among(fillers)].slice(0, Math.round(share * places.length));
  for (const index of chosen) pieces[index] = synonyms[pieces[index]!] ?? fillers[pieces[index]!]!;
  return { text: pieces.join(""), changed: chosen.length / Math.max(1, places.length) };
}
