import { share as sharedWords, storyWords } from "../text/index.ts";

/** How much of a part of the guide a paragraph must have to be its beginning. */
const TOLD = 0.15;

/** A text from the paragraph on in which it begins to tell a part of the guide: before that it may tell what came of the last choice. */
export function fromWhere(text: string, tellings: readonly string[]): string {
  const paragraphs = text.split(/\n\s*\n/);
  const shares = paragraphs.map((paragraph) => bestShare(paragraph, tellings));
  const best = Math.max(...shares);
  return best < TOLD ? text : paragraphs.slice(shares.findIndex((share) => share >= best / 2)).join("\n\n");
}

/** The part of the guide that a text tells best, if it tells any. */
export function bestTold<Part extends { text: string }>(
  text: string,
  parts: readonly Part[],
): Part | undefined {
  const shares = parts.map((part) => bestShare(text, [part.text]));
  const best = Math.max(...shares);
  return best < 2 * TOLD ? undefined : parts[shares.indexOf(best)];
}

function bestShare(text: string, tellings: readonly string[]): number {
  const words = storyWords(text);
  return Math.max(...tellings.map((telling) => sharedWords(storyWords(telling), words)));
}
