import { addressesIn } from "./address.ts";
import type { NameBook } from "./name-book.ts";
import type { Paragraph } from "./paragraphs.ts";
import type { Span } from "./plain.ts";
import type { Tag } from "./tag-words.ts";

/** A stretch that a tag speaks for. */
export type TagSpan = Span & {
  /** Whom it is for; `unknown` where the tag says private and names no player. */
  audience: number[] | "all" | "unknown";
  /** The tag as written. */
  words: string;
  /** It stands after what it speaks of: "…the bell is cracked. (Only Sam hears this)" */
  pointsBack: boolean;
};

export type TagSpansOptions = { flat: string; book: NameBook; paragraphs: readonly Paragraph[]; sentences: readonly Span[] };

/** What each tag covers, without overlaps: where tags are nested, the inner one counts. */
export function tagSpans(tags: readonly Tag[], options: TagSpansOptions): TagSpan[] {
  const closed = pairs(tags);
  const paragraphAt = cursor(options.paragraphs);
  const sentenceAt = cursor(options.sentences);
  const spans = tags.flatMap((tag, index) => {
    if (tag.form === "close") return [];
    const nextTag = tags[index + 1]?.start ?? options.flat.length;
    const tagBefore = tags[index - 1]?.end ?? 0;
    const range = closed.get(index) ?? reach(tag, { ...options, tagBefore, nextTag, paragraph: paragraphAt(tag.start), sentence: options.sentences[sentenceAt(tag.start)]! });
    return [{ ...range, audience: audienceOf(tag, options), words: options.flat.slice(tag.start, Math.min(tag.end, tag.start + 160)) }];
  });
  return flattened(spans);
}

/** Each closing mark ends the last tag that is still open. */
function pairs(tags: readonly Tag[]): Map<number, Span & { pointsBack: boolean }> {
  const found = new Map<number, Span & { pointsBack: boolean }>();
  const open: number[] = [];
  for (const [index, tag] of tags.entries()) {
    if (tag.form === "whole") found.set(index, { start: tag.start, end: tag.end, pointsBack: false });
    else if (tag.form !== "close" && tag.meaning.means !== "everyone") open.push(index);
    else if (tag.form === "close" && open.length > 0) {
      const opener = open.pop()!;
      found.set(opener, { start: tags[opener]!.start, end: tag.end, pointsBack: false });
    }
  }
  return found;
}

/** How far a tag without a closing mark goes: to the end of its paragraph, or of what follows where it stands alone. */
function reach(tag: Tag, { flat, paragraphs, paragraph, sentence, tagBefore, nextTag }: TagSpansOptions & { tagBefore: number; nextTag: number; paragraph: number; sentence: Span }): Span & { pointsBack: boolean } {
  const here = paragraphs[paragraph]!;
  const until = (end: number) => ({ start: tag.start, end: Math.max(tag.end, Math.min(end, nextTag)), pointsBack: false });
  if (here.kind === "heading") return until(sectionEnd(paragraphs, paragraph));
  const alone = bare(flat.slice(tag.end, Math.min(here.end, tag.end + 400)));
  if (alone && !startsLine(flat, tag.start)) return { start: tag.start, end: tag.end, pointsBack: true };
  if (alone) return until(paragraphs[paragraph + 1]?.end ?? here.end);
  // In the middle of a sentence the whole sentence is meant.
  const snaps = tag.meaning.means !== "everyone" && tagBefore <= sentence.start;
  return { ...until(here.end), start: snaps ? sentence.start : tag.start };
}

/** A heading speaks for everything up to the next heading or rule. */
function sectionEnd(paragraphs: readonly Paragraph[], heading: number): number {
  let at = heading + 1;
  while (paragraphs[at]?.kind === "text") at++;
  return paragraphs[at - 1]!.end;
}

/** Nothing but white space, marks and full stops. */
const bare = (text: string): boolean => /^[\s\p{P}\p{S}]*$/u.test(text);

function startsLine(flat: string, at: number): boolean {
  let from = at;
  while (from > 0 && at - from < 12 && /[ \t>*_#~•"'-]/.test(flat[from - 1]!)) from--;
  return from === 0 || flat[from - 1] === "\n";
}

function audienceOf({ meaning, end, start, form }: Tag, { flat, book }: TagSpansOptions): TagSpan["audience"] {
  if (meaning.means === "everyone") return "all";
  if (meaning.means === "private") return meaning.seats;
  if (meaning.means === "private-to-unknown") return "unknown";
  // "[Private] Sam, you see …": whoever is spoken to first.
  const following = form === "whole" ? flat.slice(start, end).replace(/^[^:—]*[:—]/, "") : flat.slice(end, end + 240);
  const [first] = addressesIn(following, book.inProse(following));
  if (first && first.start < 80) return first.seats;
  // "**Sam:** (private) …"
  return book.inProse(flat.slice(Math.max(0, start - 24), start)).at(-1)?.seats ?? "unknown";
}

/** A function that finds the span at a place, for places that only grow. */
function cursor(spans: readonly Span[]): (at: number) => number {
  let index = 0;
  return (at) => {
    while (index < spans.length - 1 && spans[index]!.end <= at) index++;
    return index;
  };
}

function flattened(spans: TagSpan[]): TagSpan[] {
  const result: TagSpan[] = [];
  const open: TagSpan[] = [];
  let at = 0;
  const emit = (to: number) => {
    const top = open.at(-1);
    if (top && to > at) result.push({ ...top, start: at, end: to });
    at = Math.max(at, to);
  };
  const closeUpTo = (place: number) => {
    while (open.length > 0 && open.at(-1)!.end <= place) {
      emit(open.at(-1)!.end);
      open.pop();
    }
    emit(place);
  };
  for (const span of spans) {
    closeUpTo(span.start);
    // Inside a closed private tag nothing is public before it is closed.
    if (span.audience === "all" && open.length > 0) continue;
    at = Math.max(at, span.start);
    open.push(span);
  }
  closeUpTo(Number.POSITIVE_INFINITY);
  return result;
}
