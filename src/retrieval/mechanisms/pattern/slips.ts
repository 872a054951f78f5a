/**
 * "i wnat to kll mysef": a slip of the finger must not hide a crisis. A word that no rule and no everyday text knows is
 * read as the word of a rule that is one slip away: a letter left out, one too many, or two swapped. Short forms from
 * phones and digits for letters are read as what they stand for. Only for rules where a miss is worse than an alarm.
 */
import type { Normalised } from "./normalise.ts";
import { ordinaryWords } from "./ordinary-words.ts";

const FEWEST_LETTERS = 4;
const MOST_LETTERS = 20;

const shortForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "2": "to",
    "4": "for",
    u: "you",
    ur: "your",
    r: "are",
    w: "with",
    nemore: "anymore",
    neva: "never",
    gna: "gonna",
    sum1: "someone",
    hubby: "husband",
    "2nite": "tonight",
    "2day": "today",
    "2moro": "tomorrow",
  }),
);
const digits: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
};

/** Undefined where nothing in the text looks like a slip. */
export type SlipReader = (reading: Normalised) => Normalised | undefined;

export function createSlipReader(words: ReadonlySet<string>): SlipReader {
  const correctionOf = new Map<string, string>();
  for (const word of words)
    if (word.length >= FEWEST_LETTERS && word.length <= MOST_LETTERS)
      for (const slip of [...withoutOne(word), ...swapped(word)])
        if (slip.length >= 3 && !correctionOf.has(slip)) correctionOf.set(slip, word);

  const meant = (written: string): string | undefined => {
    if (words.has(written) || written.length > MOST_LETTERS) return undefined;
    const short = shortForms.get(written);
    if (short !== undefined) return short;
    const letters = /[a-z]/.test(written)
      ? written.replaceAll(/[013457]/g, (digit) => digits[digit]!)
      : written;
    if (letters !== written && words.has(letters)) return letters;
    if (letters.length < 3 || /[0-9]/.test(letters) || ordinaryWords.has(letters)) return undefined;
    return (
      correctionOf.get(letters) ??
      innerWithoutOne(letters).find((word) => word.length >= FEWEST_LETTERS && words.has(word))
    );
  };

  return (reading) => {
    const pieces: Array<{ text: string; from: number; to: number }> = [];
    let isChanged = false;
    for (const { 0: text, index } of reading.text.matchAll(/[a-z0-9]+|[^a-z0-9]+/g)) {
      const other = meant(text);
      isChanged ||= other !== undefined;
      pieces.push({ text: other ?? text, from: index, to: index + text.length });
    }
    return isChanged ? joined(pieces, reading) : undefined;
  };
}

/** The first letter stays: a word without it is another word more often than a slip. */
const withoutOne = (word: string): string[] =>
  Array.from(word.slice(1), (_, at) => word.slice(0, at + 1) + word.slice(at + 2));
/** One too many at the end is an ending: "deaths" is no slip of "death". */
const innerWithoutOne = (word: string): string[] => withoutOne(word).slice(0, -1);
const swapped = (word: string): string[] =>
  Array.from(word.slice(1), (letter, at) => word.slice(0, at) + letter + word[at]! + word.slice(at + 2));

function joined(
  pieces: ReadonlyArray<{ text: string; from: number; to: number }>,
  reading: Normalised,
): Normalised {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { text, from, to } of pieces)
    for (let at = 0; at < text.length; at++) {
      const isSame = text.length === to - from;
      starts.push(isSame ? from + at : from);
      ends.push(isSame ? from + at + 1 : to);
    }
  const place = (from: number, to: number) => [starts[from] ?? 0, ends[to - 1] ?? 0] as const;
  const text = pieces.map((piece) => piece.text).join("");
  const { counts } = reading;
  return {
    text,
    lines: pieces
      .map((piece) => {
        const written = reading.lines.slice(piece.from, piece.to);
        return reading.text.slice(piece.from, piece.to) === piece.text ? written : piece.text;
      })
      .join(""),
    original: (from, to) => reading.original(...place(from, to)),
    ...(counts && { counts: (from: number, to: number) => counts(...place(from, to)) }),
  };
}
