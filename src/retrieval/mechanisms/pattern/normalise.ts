import { fold } from "./fold.ts";
import { readLookAlikes } from "./look-alikes.ts";

/** A message as the rules read it, and the way back to what its author wrote. */
export type Normalised = {
  readonly text: string;
  /** The same, but that a blank which came from a line break is a line break still: it may end a sentence. */
  readonly lines: string;
  /** What stands in the message where `from` to `to` stands in the text. */
  readonly original: (from: number, to: number) => string;
  /** Of a reading that is right only in places: whether a match from here to there is at one of them. */
  readonly counts?: (from: number, to: number) => boolean;
};

/** Printable ASCII without a backtick, two blanks in a row or one at an end: only its case changes. */
const plain = /^(?! |.* (?: |$))[ -_a-~]*$/;
const lineBreak = /[\n-\r\x85\u2028\u2029]/;
const character = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * Unicode forms, apostrophes, dashes, accents, zero-width characters, white space and case cannot hide a phrase.
 * See fold.ts and look-alikes.ts for what exactly is read as what. `readAs` is another reading of the message, with
 * each character at the same place.
 */
export function normalise(message: string, { readAs = message }: { readAs?: string } = {}): Normalised {
  if (plain.test(readAs)) {
    const text = readAs.toLowerCase();
    return { text, lines: text, original: (from, to) => message.slice(from, to) };
  }
  const units: string[] = [];
  const breaks: number[] = [];
  /** Of each code unit of the text: where its character begins and ends in the message. */
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: written, index } of readAs.matchAll(character)) {
    for (const unit of foldOnce(written)) {
      if (unit === " " && lineBreak.test(written))
        breaks.push(Math.max(0, starts.length - (units.at(-1) === " " ? 1 : 0)));
      if (unit === " " && (units.length === 0 || units.at(-1) === " ")) continue;
      units.push(unit);
      for (let half = 0; half < unit.length; half++) {
        starts.push(index);
        ends.push(index + written.length);
      }
    }
  }
  if (units.at(-1) === " ") units.pop();
  const text = readLookAlikes(units.join(""));
  return {
    text,
    lines: withBreaks(text, breaks),
    original: (from, to) => (to > from ? message.slice(starts[from], ends[to - 1]) : ""),
  };
}

function withBreaks(text: string, places: readonly number[]): string {
  if (places.length === 0) return text;
  const units = text.split("");
  for (const place of places) if (units[place] === " ") units[place] = "\n";
  return units.join("");
}

const MOST_REMEMBERED = 10_000;
const folded = new Map<string, string>();

/** Folding asks Unicode tables; messages use few characters. */
function foldOnce(written: string): string {
  let known = folded.get(written);
  if (known === undefined) {
    if (folded.size >= MOST_REMEMBERED) folded.clear();
    folded.set(written, (known = fold(written)));
  }
  return known;
}
