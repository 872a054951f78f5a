import { read } from "./text.ts";

/** The words that say what a text is about, in order, with repeats. */
export function contentWords(text: string): string[] {
  const found: string[] = [];
  for (const { text: word, isContent } of read(text).words) if (isContent) found.push(word);
  return found;
}
