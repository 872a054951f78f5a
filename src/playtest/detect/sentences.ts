import { remember } from "../../kernel/memo/index.ts";

export type Span = { text: string; start: number; end: number };

/** Longer runs are no sentences; cutting them keeps every pattern's work small. */
const LONGEST = 600;

/** Sentences and where they stand; a line ends one too. */
export const sentences: (text: string) => readonly Span[] = remember(sentencesOf, { most: 400 });

const SENTENCE = /[^.!?…\n]+(?:[.!?…]+|(?=\n)|$)/g;

function sentencesOf(text: string): Span[] {
  const found: Span[] = [];
  // One pattern for all texts: asked for all matches of a text, it would be made anew each time.
  SENTENCE.lastIndex = 0;
  for (let match = SENTENCE.exec(text); match; match = SENTENCE.exec(text)) {
    const { 0: run, index } = match;
    for (let at = 0; at < run.length; at += LONGEST) {
      const part = run.slice(at, at + LONGEST);
      if (part.trim() !== "") found.push({ text: part, start: index + at, end: index + at + part.length });
    }
  }
  return found;
}
