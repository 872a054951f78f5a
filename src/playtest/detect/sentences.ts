import { facet, read, type Text } from "./text.ts";

/** A part of a text, and which of its words stand in it. */
export type Span = { text: string; start: number; end: number; from: number; to: number; /** Of its words: bits of `MARK`. */ marks: number };

/** Longer runs are no sentences; cutting them keeps every pattern's work small. */
const LONGEST = 600;

/** Sentences and where they stand; a line ends one too. */
export const sentencesOf: (text: Text) => readonly Span[] = facet(cut);
export const sentences = (text: string): readonly Span[] => sentencesOf(read(text));

/** Up to and with its stops. Only what stands between words is looked at: no word ends a sentence. */
function cut({ text, words, starts, ends }: Text): Span[] {
  const found: Span[] = [];
  let next = 0;
  let [start, stop] = [-1, -1];
  for (let word = 0, at = 0; word <= words.length; word += 1) {
    const gap = word < words.length ? starts[word]! : text.length;
    for (; at < gap; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LINE) {
        if (start >= 0) add(start, stop < 0 ? at : stop);
        start = stop = -1;
      } else if (isStop(code)) {
        if (start >= 0) stop = at + 1;
      } else goOn(at);
    }
    if (word === words.length) break;
    goOn(gap);
    at = ends[word]!;
  }
  if (start >= 0) add(start, stop < 0 ? text.length : stop);
  return found;

  /** Whatever comes after the stops of a sentence begins another. */
  function goOn(at: number): void {
    if (stop >= 0) add(start, stop);
    if (start < 0 || stop >= 0) start = at;
    stop = -1;
  }

  function add(from: number, to: number): void {
    for (let begin = from; begin < to; begin += LONGEST) {
      const end = Math.min(to, begin + LONGEST);
      const first = next;
      let marks = 0;
      for (; next < words.length && starts[next]! < end; next += 1) marks |= words[next]!.marks;
      const part = text.slice(begin, end);
      if (next > first || part.trim() !== "") found.push({ text: part, start: begin, end, from: first, to: next, marks });
    }
  }
}

const LINE = 0x0a;
/** . ! ? … */
const isStop = (code: number): boolean => code === 0x2e || code === 0x21 || code === 0x3f || code === 0x2026;
