import { addressesIn, saysYou } from "./address.ts";
import type { Marker } from "./markers.ts";
import type { NameBook } from "./name-book.ts";
import type { Paragraph } from "./paragraphs.ts";
import type { Span } from "../text/index.ts";
import type { TagSpan } from "./tag-spans.ts";

/** A stretch that has one audience: a sentence, or the part of one that a tag or another player's name begins. */
export type Piece = Span & { paragraph: number; tag?: TagSpan };

export type PieceBorders = {
  flat: string;
  book: NameBook;
  sentences: readonly Span[];
  paragraphs: readonly Paragraph[];
  tags: readonly TagSpan[];
  markers: readonly Marker[];
};

/** Cuts the text at every border there is: sentences, clauses, paragraphs, tags and markers. */
export function cutPieces({ flat, book, sentences, paragraphs, tags, markers }: PieceBorders): Piece[] {
  const clauses = sentences.flatMap((sentence) =>
    clauseStarts(flat.slice(sentence.start, sentence.end), book).map((at) => sentence.start + at),
  );
  const borders = [
    0,
    ...[...sentences, ...paragraphs, ...tags, ...markers].flatMap(({ start, end }) => [start, end]),
    ...clauses,
    flat.length,
  ];
  const sorted = [...new Set(borders)].sort((a, b) => a - b);
  let paragraph = 0;
  let tag = 0;
  return sorted.slice(0, -1).map((start, index) => {
    while (paragraph < paragraphs.length - 1 && paragraphs[paragraph]!.end <= start) paragraph++;
    while (tag < tags.length && tags[tag]!.end <= start) tag++;
    const covering = tags[tag];
    return {
      start,
      end: sorted[index + 1]!,
      paragraph,
      tag: covering && covering.start <= start ? covering : undefined,
    };
  });
}

const turns = /;\s|,\s{1,3}(?:and|but|while|whereas|yet|as for)\s|—\s?/gi;

/**
 * One sentence may speak to two players: "Sam, you alone see the key, and Alex, only you hear the
 * bell." Each then gets its own clause.
 */
function clauseStarts(sentence: string, book: NameBook): number[] {
  const addresses = addressesIn(sentence, book.inProse(sentence));
  if (new Set(addresses.map(({ seats }) => seats.join())).size < 2) return [];
  const starts: number[] = [];
  const last = addresses.at(-1)!.start;
  let read = 0;
  let passed = 0;
  let named = false;
  let you = false;
  for (const { 0: turn, index } of sentence.matchAll(turns)) {
    for (; addresses[passed] && addresses[passed]!.start < index; passed++) named = true;
    you ||= saysYou(sentence.slice(read, index));
    read = index + turn.length;
    if (!named || !you || last < read) continue;
    starts.push(read);
    named = you = false;
  }
  return starts;
}
