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
  const part = text.slice(start, end);
  const quotations = quotationsIn(part);
  const joined: Span[] = [];
  for (const sentence of splitSentences(part)) {
    const last = joined.at(-1);
    const isInside = quotations.some((each) => each.start < sentence.start && sentence.start < each.end);
    if (isInside && last) last.end = sentence.end;
    else joined.push({ ...sentence });
  }
  return joined.map((span) => ({ start: start + span.start, end: start + span.end }));
}

/** Marks that open and close in turns, and single ones; an apostrophe inside a word closes nothing. */
const DOUBLE = /["“”„«»]/g;
const SINGLE = /‘[^‘’]*(?:’(?=\p{L})[^‘’]*)*’(?!\p{L})/gu;

function quotationsIn(text: string): Span[] {
  const marks = [...text.matchAll(DOUBLE)].map(({ index }) => index);
  // A quotation mark without its partner joins nothing.
  const pairs = marks.length % 2 === 1 ? [] : marks.filter((_, at) => at % 2 === 0);
  return [
    ...pairs.map((start, at) => ({ start, end: marks[2 * at + 1]! + 1 })),
    ...Array.from(text.matchAll(SINGLE), ({ 0: words, index }) => ({
      start: index,
      end: index + words.length,
    })),
  ];
}
