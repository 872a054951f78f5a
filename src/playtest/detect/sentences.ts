import { remember } from "../../kernel/memo/index.ts";

export type Span = { text: string; start: number; end: number };

/** Longer runs are no sentences; cutting them keeps every pattern's work small. */
const LONGEST = 600;

/** Sentences and where they stand; a line ends one too. */
export const sentences: (text: string) => readonly Span[] = remember(sentencesOf, { most: 400 });

function sentencesOf(text: string): Span[] {
  const found: Span[] = [];
  for (const { 0: run, index } of text.matchAll(/[^.!?…\n]+(?:[.!?…]+|(?=\n)|$)/g)) {
    for (let at = 0; at < run.length; at += LONGEST) {
      const part = run.slice(at, at + LONGEST);
      if (part.trim() !== "") found.push({ text: part, start: index + at, end: index + at + part.length });
    }
  }
  return found;
}
