import { remember } from "./remember.ts";

export type Span = { start: number; end: number };

/**
 * Sentences, with the white space after them, from the first character to the last without gaps. A scanner rather than
 * a regular expression: it never backtracks, so a megabyte of dots takes linear time.
 */
export function splitSentences(text: string): Span[] {
  const flat = plain(text);
  const spans: Span[] = [];
  let start = 0;
  let line = 0;
  let at = skip(flat, 0, isSpace);
  const cut = (end: number) => {
    spans.push({ start, end });
    start = end;
    at = end;
  };
  while (at < flat.length) {
    if (flat[at] === "\n") {
      const next = skip(flat, at, isSpace);
      if (breaks(flat, { line, at, next })) cut(next);
      at = next;
      line = next;
    } else if (isStop(flat[at])) {
      const stops = skip(flat, at, isStop);
      const closed = skip(flat, stops, isCloser);
      const next = skip(flat, closed, isSpace);
      if (ends(flat, { line, at, stops, closed, next })) {
        if (flat.slice(closed, next).includes("\n")) line = next;
        cut(next);
      } else at = closed;
    } else at++;
  }
  if (start < flat.length) spans.push({ start, end: flat.length });
  return spans;
}

/** A text's sentences, line by line and trimmed: the same words give the same sentences anywhere. */
export const sentences: (text: string) => readonly string[] = remember((text) =>
  text
    .split(/\n+/)
    .flatMap((line) => splitSentences(line).map(({ start, end }) => line.slice(start, end).trim()))
    .filter((sentence) => sentence !== ""),
);

const isSpace = (char: string | undefined) =>
  char !== undefined &&
  (char === " " || char === "\n" || char === "\r" || char === "\t" || (char > "~" && /\s/.test(char)));
const anyOf = (chars: string) => (char: string | undefined) => char !== undefined && chars.includes(char);
const isStop = anyOf(".!?…。！？");
/** Written without a following space. */
const isWideStop = anyOf("。！？");
const isCloser = anyOf("\"')]*_」");
const isOpener = anyOf("\"'([*_");

function skip(text: string, from: number, passes: (char: string | undefined) => boolean): number {
  let at = from;
  while (at < text.length && passes(text[at])) at++;
  return at;
}

/** A line this long that ends in the middle of a sentence was wrapped. */
const WRAPPED = 60;

/** Does a line break end a sentence without a full stop? Not if the line was merely wrapped. */
function breaks(flat: string, { line, at, next }: { line: number; at: number; next: number }): boolean {
  if (next === flat.length || flat.slice(at, next).split("\n", 3).length > 2) return true;
  const before = flat[at - 1] === "\r" ? flat[at - 2] : flat[at - 1];
  if (isLower(flat[next])) return false;
  return !(
    /\p{L}/u.test(flat[next] ?? "") &&
    (before === "," || (at - line >= WRAPPED && /[\p{L};—]/u.test(before ?? "")))
  );
}

function ends(
  flat: string,
  {
    line,
    at,
    stops,
    closed,
    next,
  }: { line: number; at: number; stops: number; closed: number; next: number },
): boolean {
  if (next === flat.length) return true;
  if (next === closed) return isWideStop(flat[stops - 1]);
  const goesOn = isLower(flat[skip(flat, next, isOpener)]);
  if (closed > stops && goesOn) return false;
  const dotted = flat[at] === "." || flat[at] === "…";
  if (dotted && (stops - at > 1 || flat[at] === "…") && goesOn) return false;
  return !(flat[at] === "." && stops - at === 1 && abbreviates(flat, { line, at, goesOn }));
}

const isLower = (char: string | undefined) => char !== undefined && /\p{Ll}/u.test(char);

const abbreviations = new Set(
  "mr mrs ms mx dr prof st capt cpt lt sgt col gen rev hon fr sr jr mt messrs vs viz e.g i.e cf no vol ch fig approx dept".split(
    " ",
  ),
);
const endings = new Set("etc a.m p.m inc ltd co ave ed al".split(" "));

/** Is the full stop part of the word before it, or of a number in a list? */
function abbreviates(
  flat: string,
  { line, at, goesOn }: { line: number; at: number; goesOn: boolean },
): boolean {
  let from = at;
  while (from > 0 && at - from < 8 && /[\p{L}\p{N}.]/u.test(flat[from - 1]!)) from--;
  const word = flat.slice(from, at);
  if (/^\d{1,3}$/.test(word)) return from - line < 8 && flat.slice(line, from).trim() === "";
  if (/^[A-HJ-Z]$/.test(word)) return true;
  const lower = word.toLowerCase();
  return abbreviations.has(lower) || (goesOn && endings.has(lower));
}

/** Letters that Unicode does not decompose into a base and a mark. */
const LETTERS: Record<string, string> = { ø: "o", Ø: "O", ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i" };

/** The text without accents and with plain punctuation, at the same length, so that offsets match the original. */
export function plain(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text;
  return text
    .replaceAll(
      /[\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff]/g,
      (letter) => LETTERS[letter] ?? letter.normalize("NFD").charAt(0),
    )
    .replaceAll(/[\u2018\u2019\u201a\u02bc]/g, "'")
    .replaceAll(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replaceAll(/[\u2012-\u2015]/g, "—")
    .replaceAll(/[\u00a0\u2000-\u200b\u202f\u3000]/g, " ");
}
