import { read } from "./text.ts";

/** A word and where it stands, so that what was found can be quoted. */
export type WordSpan = { word: string; start: number; end: number };

export function wordSpans(text: string): WordSpan[] {
  const { words, starts, ends } = read(text);
  return words.map(({ text: word }, at) => ({ word, start: starts[at]!, end: ends[at]! }));
}

/** Lower case, in order, with repeats. */
export const words = (text: string): string[] => read(text).words.map(({ text: word }) => word);
