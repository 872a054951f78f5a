import { goesOnAfter } from "./goes-on.ts";
import type { Paragraph } from "./paragraphs.ts";
import type { Span } from "./plain.ts";
import { isGroupQuestion, returnsToGroup } from "./return-to-group.ts";
import type { Tag } from "./tag-words.ts";

/** What a tag covers; `pointsBack` where that stands before it. */
export type Reach = Span & { pointsBack: boolean };

export type TagReachOptions = { flat: string; players: number; paragraphs: readonly Paragraph[]; sentences: readonly Span[] };

/** For each tag without a closing mark of its own, how far it goes. */
export function tagReach(tags: readonly Tag[], { flat, players, paragraphs, sentences }: TagReachOptions): (index: number) => Reach {
  const paragraphAt = placesIn(paragraphs, tags);
  const sentenceAt = placesIn(sentences, tags);
  const nextTag = nextWhere(tags, ({ form }) => form !== "whole");
  /** A tag within a line belongs to its line and ends nothing before it. */
  const nextEnd = nextWhere(tags, ({ form, start, meaning }) => form === "close" || meaning.means === "everyone" || (form !== "whole" && startsLine(flat, start)));
  const nextMarked = nextWhere(paragraphs, ({ kind }) => kind === "marked");
  const nextSection = nextWhere(paragraphs, ({ kind }) => kind === "heading" || kind === "rule" || kind === "marked");

  return (index) => {
    const { start, end, meaning, form, markup = false } = tags[index]!;
    const at = paragraphAt[index]!;
    const here = paragraphs[at]!;
    const tagBefore = tags[index - 1]?.end ?? 0;
    const until = (to: number): Reach => ({ start, end: Math.max(end, to), pointsBack: false });

    // A closing mark whose opening was not understood: what stands before it was private.
    if (form === "close") return { start: Math.max(tagBefore, paragraphs[bare(flat.slice(here.start, start)) && at > 0 ? at - 1 : at]!.start), end, pointsBack: false };
    if (here.kind === "heading") return until(Math.min(nextTag[index]?.start ?? flat.length, nextSection[at]?.start ?? flat.length));
    const alone = bare(flat.slice(end, Math.min(here.end, end + 400)));
    if (alone && !startsLine(flat, start)) return { start, end, pointsBack: true };
    const first = alone ? Math.min(at + 1, paragraphs.length - 1) : at;
    const inHere = Math.min(paragraphs[first]!.end, nextTag[index]?.start ?? flat.length);
    if (meaning.means === "everyone") return until(inHere);
    // In the middle of a sentence the whole sentence is meant.
    const sentence = sentences[sentenceAt[index]!]!;
    const whole = inHere < here.end ? inHere : (endedBy(index, at) ?? lastsTo(first, markup));
    return { ...until(whole), start: !alone && tagBefore <= sentence.start ? Math.max(sentence.start, here.start) : start };
  };

  /** Where another tag or a marker says that something else begins. Up to there nothing is public. */
  function endedBy(index: number, at: number): number | undefined {
    const opensSection = at > 0 && ["heading", "rule"].includes(paragraphs[at - 1]!.kind);
    const ends = [nextEnd[index]?.start, (opensSection ? nextSection : nextMarked)[at]?.start].filter((end) => end !== undefined);
    return ends.length > 0 ? Math.min(...ends) : undefined;
  }

  /** Where nothing does: markup lasts until the group is spoken to again, anything else as long as it goes on with what was told. */
  function lastsTo(first: number, markup: boolean): number {
    let last = first;
    for (; paragraphs[last + 1]?.kind === "text"; last++) {
      const next = paragraphs[last + 1]!;
      const text = flat.slice(next.start, Math.min(next.end, next.start + 400)).trim();
      if (isGroupQuestion(text) || returnsToGroup(text.split(/[.!?\n]/, 1)[0]!, players) || !(markup || goesOnAfter(text))) break;
    }
    return paragraphs[last]!.end;
  }
}

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
