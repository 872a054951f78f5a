/** The public sentences of an output, numbered for a model that names the private ones among them. */
import type { Segment } from "../../contract/index.ts";
import { splitSentences, type Span } from "../../kernel/text/index.ts";

export type NumberedSentence = Span & { paragraph: number };

/** Whole sentences, and whole quotations: a speech of several sentences has one number. */
export function numberedSentences(text: string, segments: readonly Segment[]): NumberedSentence[] {
  let paragraph = 0;
  return segments
    .filter(({ audience }) => audience === "all")
    .flatMap(({ start, end }) =>
      paragraphsOf(text, { start, end }).flatMap((part) => {
        paragraph += 1;
        return sentencesIn(text, part).map((sentence) => ({ ...sentence, paragraph }));
      }),
    );
}

function paragraphsOf(text: string, { start, end }: Span): Span[] {
  const paragraphs: Span[] = [];
  let from = start;
  for (const { 0: gap, index } of text.slice(start, end).matchAll(/\n[ \t]*\r?\n\s*/g)) {
    paragraphs.push({ start: from, end: start + index });
    from = start + index + gap.length;
  }
  return [...paragraphs, { start: from, end }];
}

function sentencesIn(text: string, { start, end }: Span): Span[] {
  const sentences = splitSentences(text.slice(start, end)).map((span) => ({
    start: start + span.start,
    end: start + span.end,
  }));
  const quotesIn = (span: Span) => text.slice(span.start, span.end).match(/["“”„]/g)?.length ?? 0;
  // A quotation mark without its partner joins nothing.
  if (sentences.reduce((sum, sentence) => sum + quotesIn(sentence), 0) % 2 === 1) return sentences;
  const joined: Span[] = [];
  let isOpen = false;
  for (const sentence of sentences) {
    const last = joined.at(-1);
    if (isOpen && last) last.end = sentence.end;
    else joined.push({ ...sentence });
    if (quotesIn(sentence) % 2 === 1) isOpen = !isOpen;
  }
  return joined;
}
