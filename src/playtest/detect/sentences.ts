import { facet, read, type Text } from "./text.ts";

/** A part of a text, and which of its words stand in it. */
export type Span = {
  text: string;
  start: number;
  end: number;
  from: number;
  to: number;
  /** Of its words: bits of `MARK`. */ marks: number;
};

/** Longer runs are no sentences; cutting them keeps every pattern's work small. */
const LONGEST = 600;

/** Sentences and where they stand; a line ends one too. */
export const sentencesOf: (text: Text) => readonly Span[] = facet(cut);
export const sentences = (text: string): readonly Span[] => sentencesOf(read(text));

/** Up to and with its stops. Only what stands between words is looked at: no word ends a sentence. */
function cut(text: Text): Span[] {
  const { text: whole, words, starts, ends } = text;
  const found: Span[] = [];
  let start = -1;
  let stop = -1;
  for (let word = 0, at = 0; word <= words.length; word += 1) {
    const gap = word < words.length ? starts[word]! : whole.length;
    for (; at < gap; at += 1) {
      const code = whole.charCodeAt(at);
      if (code === LINE) {
        if (start >= 0) add(found, text, start, stop < 0 ? at : stop);
        start = stop = -1;
      } else if (isStop(code)) {
        if (start >= 0) stop = at + 1;
      } else {
        // Whatever comes after the stops of a sentence begins another.
        if (stop >= 0) add(found, text, start, stop);
        if (start < 0 || stop >= 0) start = at;
        stop = -1;
      }
    }
    if (word === words.length) break;
    if (stop >= 0) add(found, text, start, stop);
    if (start < 0 || stop >= 0) start = gap;
    stop = -1;
    at = ends[word]!;
  }
  if (start >= 0) add(found, text, start, stop < 0 ? whole.length : stop);
  return found;
}

function add(found: Span[], { text, words, starts }: Text, from: number, to: number): void {
  let next = found.at(-1)?.to ?? 0;
  for (let start = from; start < to; start += LONGEST) {
    const end = Math.min(to, start + LONGEST);
    const first = next;
    let marks = 0;
    for (; next < words.length && starts[next]! < end; next += 1) marks |= words[next]!.marks;
    const part = text.slice(start, end);
    if (next > first || part.trim() !== "")
      found.push({ text: part, start, end, from: first, to: next, marks });
  }
}

const LINE = 0x0a;
/** . ! ? … */
const isStop = (code: number): boolean => code === 0x2e || code === 0x21 || code === 0x3f || code === 0x2026;
