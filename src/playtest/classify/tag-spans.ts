import type { NameBook } from "./name-book.ts";
import type { Paragraph } from "./paragraphs.ts";
import type { Span } from "../text/index.ts";
import { plausibleTarget } from "./plausible-target.ts";
import { tagReach, type Reach } from "./tag-reach.ts";
import type { Tag } from "./tag-words.ts";

/** A stretch that a tag speaks for. */
export type TagSpan = Reach & {
  /** Whom it is for, nobody where that cannot be said; `unknown` where it may not be private at all. */
  audience: number[] | "all" | "unknown";
  /** The tag itself says for whom. */
  named: boolean;
  /** The tag as written. */
  words: string;
};

export type TagSpansOptions = {
  flat: string;
  book: NameBook;
  paragraphs: readonly Paragraph[];
  sentences: readonly Span[];
};

/** What each tag covers, without overlaps: where tags are nested, the inner one counts. */
export function tagSpans(
  tags: readonly Tag[],
  { flat, book, paragraphs, sentences }: TagSpansOptions,
): TagSpan[] {
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

/** Each closing mark ends the last tag that is still open, or the last of the player whom it names. */
function pairs(tags: readonly Tag[], paragraphs: readonly Paragraph[]): Map<number, Reach | "closes"> {
  const found = new Map<number, Reach | "closes">();
  const open: number[] = [];
  /** What only says "end" ends nothing that was told before the narrator turned to something else. */
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
  // "[Secret: Sam, you see …]" tells inside the tag, "[Secret] Sam, you see …" after it, "…, Sam. [/Secret]" before it.
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
