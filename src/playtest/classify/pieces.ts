/**
 * The shape of an output: paragraphs, the narrator's own markers, and pieces. A piece is the smallest stretch that has one
 * audience; once it is known who hears which piece, neighbours with the same audience are joined into segments.
 */
import type { OutputType, Segment } from "../../contract/index.ts";
import type { Span } from "../text/index.ts";
import { byChance, byTag, RULES } from "./evidence.ts";
import { addressesIn, saysYou, type NameBook } from "./player-names.ts";

/** A run of lines up to the next blank one; a heading or a rule is a paragraph of its own, and a marker begins one. */
export type Paragraph = Span & { kind: "text" | "heading" | "rule" | "marked" };

const heading = /^ {0,3}#{1,6}(?:\s|$)/;
const rule = /^ {0,3}(?:-{3,40}|\*{3,40}|_{3,40}|(?:\* ){2,20}\*)\s*$/;

/** Paragraphs with the blank lines after them, without gaps. `markers` are the starts of lines that begin with a marker. */
export function findParagraphs(flat: string, markers: ReadonlySet<number>): Paragraph[] {
  const found: Paragraph[] = [];
  let open = false;
  for (let start = 0; start < flat.length;) {
    const newline = flat.indexOf("\n", start);
    const end = newline < 0 ? flat.length : newline + 1;
    const head = flat.slice(start, Math.min(end, start + 80));
    const kind = markers.has(start)
      ? "marked"
      : heading.test(head)
        ? "heading"
        : rule.test(head)
          ? "rule"
          : "text";
    const blank = flat.slice(start, end).trim() === "";
    const last = found.at(-1);
    if (last && (blank || (open && kind === "text"))) last.end = end;
    else found.push({ start, end, kind });
    open = !blank && (kind === "text" || kind === "marked");
    start = end;
  }
  return found;
}

/** A structured marker at the start of a line, by which the narrator says what follows: `[[PULSE: The Bell]]`. */
export type Marker = Span & { type: OutputType | "end"; title: string };

const marker =
  /^[ \t>*_#]{0,8}\[\[\s{0,3}(PULSE|TANGENT|CLARIFY|CLARIFICATION|RECAP|END)\b\s{0,3}(?:[:—-]([^[\]\n]{0,120}))?\]\]/gim;

const markerTypes: Record<string, Marker["type"]> = {
  pulse: "pulse",
  tangent: "tangent-response",
  clarify: "clarification",
  clarification: "clarification",
  recap: "recap",
  end: "end",
};

export const findMarkers = (flat: string): Marker[] =>
  Array.from(flat.matchAll(marker), ({ 0: all, 1: word, 2: title, index }) => ({
    start: index,
    end: index + all.length,
    type: markerTypes[word!.toLowerCase()]!,
    title: title?.trim() ?? "",
  }));

/** A stretch that a tag such as "[To Sam only]" speaks for. */
export type TagSpan = Span & {
  /** The tag comes after what it speaks of. */
  pointsBack: boolean;
  /** Empty: private, but it is not known to whom. `unknown`: perhaps not private at all. */
  audience: number[] | "all" | "unknown";
  /** The tag itself says for whom. */
  named: boolean;
  /** The tag as written. */
  words: string;
};

/** A sentence, or the part of one that a tag or another player's name begins. */
export type Piece = Span & { paragraph: number; tag?: TagSpan };

/** Who hears a piece, how sure that is, and by which words. */
export type Heard = { seats: number[] | "all"; confidence: number; evidence: string };

type PieceBorders = {
  flat: string;
  book: NameBook;
  sentences: readonly Span[];
  paragraphs: readonly Paragraph[];
  tags: readonly TagSpan[];
  markers: readonly Marker[];
};

/** Cuts the text at every border: sentences, clauses, paragraphs, tags and markers. */
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

/** One sentence may speak to two players: "Sam, you alone see the key, and Alex, only you hear the bell." Each gets a clause. */
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

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Gives white space and stray marks the verdict of what precedes them in their paragraph, or else of what follows. */
export function withWordless<Verdict>(
  flat: string,
  pieces: readonly Piece[],
  verdicts: readonly Verdict[],
): Verdict[] {
  const wordless = pieces.map(({ start, end }) => !hasWords(flat.slice(start, end)));
  const whole = [...verdicts];
  for (let at = pieces.length - 2; at >= 0; at--) if (wordless[at]) whole[at] = whole[at + 1]!;
  for (let at = 1; at < pieces.length; at++)
    if (wordless[at] && pieces[at]!.paragraph === pieces[at - 1]!.paragraph) whole[at] = whole[at - 1]!;
  return whole;
}

/** The words outside quotation marks: a voice in a vision that says "all of you" does not address the table. */
export function unquoted(text: string, quoting: boolean): { aloud: string; open: boolean } {
  const parts = text.split('"');
  if (parts.length === 1) return { aloud: quoting ? "" : text, open: quoting };
  return {
    aloud: parts.filter((_, index) => (index % 2 === 0) !== quoting).join(" "),
    open: quoting !== (parts.length % 2 === 0),
  };
}

/** Below this a public stretch is doubtful and keeps its own evidence. */
const DOUBTFUL = 0.5;

/** Joins neighbours with the same audience: a private moment is one segment, however many sentences it has. */
export function joinPieces({
  pieces,
  heard,
  typeAt,
}: {
  pieces: readonly Piece[];
  heard: readonly Heard[];
  typeAt: (at: number) => OutputType;
}): Segment[] {
  const joined: Segment[] = [];
  for (const [index, { start, end }] of pieces.entries()) {
    const { seats, confidence, evidence } = heard[index]!;
    const type = typeAt(start);
    const segment: Segment = {
      start,
      end,
      type: seats === "all" ? type : "private-moment",
      audience: seats,
      confidence,
      evidence,
      source: RULES,
    };
    const last = joined.at(-1);
    if (last && belongTogether(last, segment))
      joined.splice(-1, 1, { ...decisive(last, segment), start: last.start, end });
    else joined.push(segment);
  }
  if (joined.length > 0) return joined;
  return [
    {
      start: 0,
      end: 0,
      type: typeAt(0),
      audience: "all",
      confidence: 0.9,
      evidence: "nothing was said",
      source: RULES,
    },
  ];
}

/** A private segment uses its strongest evidence, a public one its weakest. */
const decisive = (a: Segment, b: Segment): Segment =>
  (a.audience === "all" ? b.confidence < a.confidence : b.confidence > a.confidence) ? b : a;

function belongTogether(a: Segment, b: Segment): boolean {
  if (a.type !== b.type || String(a.audience) !== String(b.audience)) return false;
  if (a.audience !== "all") return byTag(a) === byTag(b) && byChance(a) === byChance(b);
  return a.evidence === b.evidence || Math.min(a.confidence, b.confidence) >= DOUBTFUL;
}
