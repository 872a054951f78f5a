/** Which stretch of the text each tag speaks for, and for whom. */
import type { Span } from "../../text/index.ts";
import type { Paragraph, TagSpan } from "../pieces.ts";
import { addressesIn, type NameBook } from "../player-names.ts";
import { plausibleTarget } from "../secrets/read-sentence.ts";
import { continuesTagged, isGroupQuestion, returnsToGroup } from "../secrets/secret-end.ts";
import type { Tag } from "./tag-meaning.ts";

/** What a tag covers; `pointsBack` if that comes before the tag. */
type Reach = Pick<TagSpan, "start" | "end" | "pointsBack">;

type TagContext = {
  flat: string;
  book: NameBook;
  paragraphs: readonly Paragraph[];
  sentences: readonly Span[];
};

/** What each tag covers, without overlaps: of nested tags the inner one counts. */
export function tagSpans(tags: readonly Tag[], { flat, book, paragraphs, sentences }: TagContext): TagSpan[] {
  const closed = pairs(tags, paragraphs);
  const reach = tagReach(tags, { flat, book, paragraphs, sentences });
  const spans = tags.flatMap((tag, index) => {
    const range = closed.get(index) ?? reach(index);
    return range === "closes"
      ? []
      : [
          {
            ...range,
            ...audienceOf(tag, { flat, book, range }),
            words: flat.slice(tag.start, Math.min(tag.end, tag.start + 160)),
          },
        ];
  });
  return flattened(spans.sort((a, b) => a.start - b.start || b.end - a.end));
}

/** Each closing tag ends the last tag that is still open, or the last one of the player it names. */
function pairs(tags: readonly Tag[], paragraphs: readonly Paragraph[]): Map<number, Reach | "closes"> {
  const found = new Map<number, Reach | "closes">();
  const open: number[] = [];
  /** A bare "end" does not reach back past the narrator's turn to something else. */
  const turned = [
    ...tags.filter(({ meaning }) => meaning.means === "everyone"),
    ...paragraphs.filter(({ kind }) => kind === "marked"),
  ].map(({ start }) => start);
  const endedBy = ({ meaning, start }: Tag): number => {
    const seats = "seats" in meaning ? String(meaning.seats) : "";
    const own = seats === "" ? -1 : open.findLastIndex((index) => seats === seatsOf(tags[index]!));
    const last = own >= 0 ? own : open.length - 1;
    return last >= 0 &&
      meaning.means === "end" &&
      turned.some((at) => at > tags[open[last]!]!.start && at < start)
      ? -1
      : last;
  };
  for (const [index, tag] of tags.entries()) {
    if (tag.form === "whole") found.set(index, { start: tag.start, end: tag.end, pointsBack: false });
    else if (tag.form !== "close") {
      if (tag.meaning.means !== "everyone") open.push(index);
    } else {
      const last = tag.meaning.means === "everyone" ? -1 : endedBy(tag);
      const [opener] = last < 0 ? [] : open.splice(last, 1);
      if (opener !== undefined)
        found.set(opener, { start: tags[opener]!.start, end: tag.end, pointsBack: false });
      if (opener !== undefined || tag.meaning.means === "everyone" || tag.meaning.means === "end")
        found.set(index, "closes");
    }
  }
  return found;
}

const seatsOf = ({ meaning }: Tag): string => (meaning.means === "private" ? String(meaning.seats) : "");

function audienceOf(
  { meaning, start, end, form }: Tag,
  { flat, book, range }: { flat: string; book: NameBook; range: Reach },
): Pick<TagSpan, "audience" | "named"> {
  if (meaning.means === "everyone") return { audience: "all", named: true };
  if (meaning.means === "private" || meaning.means === "end") return { audience: meaning.seats, named: true };
  const near = meaning.means === "private-to-unknown" ? book.nearest(meaning.name) : [];
  if (near.length > 0) return { audience: near, named: false };
  // The secret is inside "[Secret: Sam, you see …]", after "[Secret] Sam, you see …", before "…, Sam. [/Secret]".
  const from =
    form === "whole"
      ? start + /^[^:—|]{0,80}[:—|]|/.exec(flat.slice(start, end))![0].length
      : form === "close"
        ? range.start
        : end;
  const audience = plausibleTarget(flat, book, {
    start: form === "close" ? range.start : start,
    from,
    end: form === "close" ? start : range.end,
  });
  return {
    audience:
      audience.length > 0 || meaning.means === "private-to-unknown" || meaning.sealed ? audience : "unknown",
    named: false,
  };
}

function flattened(spans: readonly TagSpan[]): TagSpan[] {
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

/** How far each tag without a closing tag reaches. */
function tagReach(
  tags: readonly Tag[],
  { flat, book, paragraphs, sentences }: TagContext,
): (index: number) => Reach {
  const paragraphAt = placesIn(paragraphs, tags);
  const sentenceAt = placesIn(sentences, tags);
  const nextTag = nextWhere(tags, ({ form }) => form !== "whole");
  const nextSection = nextWhere(
    paragraphs,
    ({ kind }) => kind === "heading" || kind === "rule" || kind === "marked",
  );
  const nextReturn = nextWhere(
    paragraphs,
    (paragraph) => paragraph.kind === "text" && turnsToGroup(paragraph),
  );
  const fences =
    tags.length === 0
      ? []
      : Array.from(flat.matchAll(/^ {0,3}`{3}[^\n]*$/gm), ({ 0: line, index }) => ({
          start: index,
          end: index + line.length,
        }));

  return (index) => {
    const { start, end, meaning, form, markup = false } = tags[index]!;
    const at = paragraphAt[index]!;
    const here = paragraphs[at]!;
    const tagBefore = tags[index - 1]?.end ?? 0;
    const until = (to: number): Reach => ({ start, end: Math.max(end, to), pointsBack: false });
    const blockBefore = () =>
      Math.max(tagBefore, paragraphs[bare(flat.slice(here.start, start)) && at > 0 ? at - 1 : at]!.start);

    // A closing tag without a recognised opening: the block before it was private.
    if (form === "close") return { start: blockBefore(), end, pointsBack: false };
    if (here.kind === "heading")
      return until(Math.min(nextTag[index]?.start ?? flat.length, nextSection[at]?.start ?? flat.length));
    const alone = bare(flat.slice(end, Math.min(here.end, end + 400)));
    if (alone && !startsLine(flat, start)) return { start, end, pointsBack: true };
    if (alone && toldAlready.test(flat.slice(start, end)))
      return { start: blockBefore(), end, pointsBack: false };
    const first = alone ? blockAfter(at) : at;
    const inHere = Math.min(paragraphs[first]!.end, nextTag[index]?.start ?? flat.length);
    if (meaning.means === "everyone") return until(inHere);
    // A tag in the middle of a sentence covers the whole sentence.
    const sentence = sentences[sentenceAt[index]!]!;
    const whole =
      inHere < here.end
        ? inHere
        : (fencedBy(index) ?? endedBy(index, first) ?? lastsTo(index, { first, markup }));
    return {
      ...until(whole),
      start: !alone && tagBefore <= sentence.start ? Math.max(sentence.start, here.start) : start,
    };
  };

  /** A tag alone on its line speaks of the next block, across any rule between them. */
  function blockAfter(at: number): number {
    let next = Math.min(at + 1, paragraphs.length - 1);
    while (paragraphs[next]!.kind === "rule" && next < paragraphs.length - 1) next++;
    return paragraphs[next]!.kind === "marked" ? at : next;
  }

  /** The end of the code fence around the tag. */
  function fencedBy(index: number): number | undefined {
    const { start } = tags[index]!;
    const passed = fences.findLastIndex((fence) => fence.start <= start) + 1;
    const close = passed % 2 === 1 ? fences[passed] : undefined;
    return close && Math.min(close.end, nextEnd(index) ?? flat.length);
  }

  /** Where the narrator turns to something else. Up to there nothing is public. */
  function endedBy(index: number, at: number): number | undefined {
    const ends = [nextEnd(index), nextSection[at]?.start, nextReturn[at]?.start].filter(
      (end) => end !== undefined,
    );
    return ends.length > 0 ? Math.min(...ends) : undefined;
  }

  /** The next tag ends what comes before it; a tag inside a paragraph belongs to the whole paragraph. */
  function nextEnd(index: number): number | undefined {
    const next = tags[index + 1];
    if (!next) return undefined;
    const { start } = paragraphs[paragraphAt[index + 1]!]!;
    if (next.form === "close" || next.meaning.means === "everyone" || startsLine(flat, next.start))
      return next.start;
    return start > tags[index]!.start ? start : nextEnd(index + 1);
  }

  /** Otherwise markup lasts until a question to the group, and any other tag as long as the text continues the secret. */
  function lastsTo(index: number, { first, markup }: { first: number; markup: boolean }): number {
    const { meaning, end } = tags[index]!;
    const seats = meaning.means === "private" ? meaning.seats : [];
    let last = first;
    for (; paragraphs[last + 1]?.kind === "text"; last++) {
      const next = paragraphs[last + 1]!;
      const text = flat.slice(next.start, Math.min(next.end, next.start + 400)).trim();
      const before = flat.slice(Math.max(end, paragraphs[last]!.start), paragraphs[last]!.end).trim();
      if (isGroupQuestion(text) || !(markup || continuesTagged(text, before) || speaksTo(seats, text))) break;
    }
    return paragraphs[last]!.end;
  }

  function speaksTo(seats: readonly number[], text: string): boolean {
    const sentence = text.split(/[.!?\n]/, 1)[0]!;
    return addressesIn(sentence, book.inProse(sentence)).some((address) =>
      address.seats.some((seat) => seats.includes(seat)),
    );
  }

  function turnsToGroup({ start, end }: Span): boolean {
    const text = flat.slice(start, Math.min(end, start + 400)).trim();
    return !text.startsWith('"') && returnsToGroup(text.split(/[.!?\n"]/, 1)[0]!, book.size);
  }
}

/** "(This was for Sam only.)" */
const toldAlready = /(?<!\p{L})(?:was|were)(?!\p{L})/iu;

/** White space, markup and punctuation only. */
const bare = (text: string): boolean => /^[\s\p{P}\p{S}]*$/u.test(text);

function startsLine(flat: string, at: number): boolean {
  let from = at;
  while (from > 0 && at - from < 12 && /[ \t>*_#~•"'-]/.test(flat[from - 1]!)) from--;
  return from === 0 || flat[from - 1] === "\n";
}

/** For each item, the next one after it that passes. */
function nextWhere<Item>(items: readonly Item[], passes: (item: Item) => boolean): Array<Item | undefined> {
  const next = Array.from<Item | undefined>({ length: items.length });
  let found: Item | undefined;
  for (let at = items.length - 1; at >= 0; at--) {
    next[at] = found;
    if (passes(items[at]!)) found = items[at]!;
  }
  return next;
}

/** For each tag, the index of the span it is in. */
function placesIn(spans: readonly Span[], tags: readonly Tag[]): number[] {
  let index = 0;
  return tags.map(({ start }) => {
    while (index < spans.length - 1 && spans[index]!.end <= start) index++;
    return index;
  });
}
