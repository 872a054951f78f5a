import { addressesIn } from "./address.ts";
import { goesOnAfter } from "./goes-on.ts";
import type { NameBook } from "./name-book.ts";
import type { Paragraph } from "./paragraphs.ts";
import type { Span } from "../text/index.ts";
import { isGroupQuestion, returnsToGroup } from "./return-to-group.ts";
import type { Tag } from "./tag-words.ts";

/** What a tag covers; `pointsBack` where that stands before it. */
export type Reach = Span & { pointsBack: boolean };

export type TagReachOptions = {
  flat: string;
  book: NameBook;
  paragraphs: readonly Paragraph[];
  sentences: readonly Span[];
};

/** For each tag without a closing mark of its own, how far it goes. */
export function tagReach(
  tags: readonly Tag[],
  { flat, book, paragraphs, sentences }: TagReachOptions,
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

    // A closing mark whose opening was not understood: what stands before it was private.
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
    // In the middle of a sentence the whole sentence is meant.
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

  /** A tag alone on its line speaks of the next block, whatever rule stands between. */
  function blockAfter(at: number): number {
    let next = Math.min(at + 1, paragraphs.length - 1);
    while (paragraphs[next]!.kind === "rule" && next < paragraphs.length - 1) next++;
    return paragraphs[next]!.kind === "marked" ? at : next;
  }

  /** Inside a fence, up to the end of it. */
  function fencedBy(index: number): number | undefined {
    const { start } = tags[index]!;
    const passed = fences.findLastIndex((fence) => fence.start <= start) + 1;
    const close = passed % 2 === 1 ? fences[passed] : undefined;
    return close && Math.min(close.end, nextEnd(index) ?? flat.length);
  }

  /** Where the narrator says that something else begins. Up to there nothing is public. */
  function endedBy(index: number, at: number): number | undefined {
    const ends = [nextEnd(index), nextSection[at]?.start, nextReturn[at]?.start].filter(
      (end) => end !== undefined,
    );
    return ends.length > 0 ? Math.min(...ends) : undefined;
  }

  /** The next tag ends what stands before it; one within a paragraph belongs to all of that paragraph. */
  function nextEnd(index: number): number | undefined {
    const next = tags[index + 1];
    if (!next) return undefined;
    const { start } = paragraphs[paragraphAt[index + 1]!]!;
    if (next.form === "close" || next.meaning.means === "everyone" || startsLine(flat, next.start))
      return next.start;
    return start > tags[index]!.start ? start : nextEnd(index + 1);
  }

  /** Where nothing does: markup lasts until the group is asked, anything else as long as it goes on with what was told. */
  function lastsTo(index: number, { first, markup }: { first: number; markup: boolean }): number {
    const { meaning, end } = tags[index]!;
    const seats = meaning.means === "private" ? meaning.seats : [];
    let last = first;
    for (; paragraphs[last + 1]?.kind === "text"; last++) {
      const next = paragraphs[last + 1]!;
      const text = flat.slice(next.start, Math.min(next.end, next.start + 400)).trim();
      const before = flat.slice(Math.max(end, paragraphs[last]!.start), paragraphs[last]!.end).trim();
      if (isGroupQuestion(text) || !(markup || goesOnAfter(text, before) || speaksTo(seats, text))) break;
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

/** Nothing but white space, marks and full stops. */
const bare = (text: string): boolean => /^[\s\p{P}\p{S}]*$/u.test(text);

function startsLine(flat: string, at: number): boolean {
  let from = at;
  while (from > 0 && at - from < 12 && /[ \t>*_#~•"'-]/.test(flat[from - 1]!)) from--;
  return from === 0 || flat[from - 1] === "\n";
}

/** For each item the next one after it that passes. */
function nextWhere<Item>(items: readonly Item[], passes: (item: Item) => boolean): Array<Item | undefined> {
  const next = Array.from<Item | undefined>({ length: items.length });
  let found: Item | undefined;
  for (let at = items.length - 1; at >= 0; at--) {
    next[at] = found;
    if (passes(items[at]!)) found = items[at]!;
  }
  return next;
}

/** For each tag the index of the span in which it stands. */
function placesIn(spans: readonly Span[], tags: readonly Tag[]): number[] {
  let index = 0;
  return tags.map(({ start }) => {
    while (index < spans.length - 1 && spans[index]!.end <= start) index++;
    return index;
  });
}
