import { fold } from "./fold.ts";
import { readLookAlikes } from "./look-alikes.ts";

/** A message as the rules read it, and the way back to what its author wrote. */
export type Normalised = {
  readonly text: string;
  /** What stands in the message where `from` to `to` stands in the text. */
  readonly original: (from: number, to: number) => string;
};

/** Printable ASCII without a backtick or two blanks in a row: only its case changes. */
const plain = /^(?!.* {2})[ -_a-~]*$/;
const character = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * Unicode forms, apostrophes, dashes, accents, zero-width characters, white space and case cannot hide a phrase.
 * See fold.ts and look-alikes.ts for what exactly is read as what.
 */
export function normalise(message: string): Normalised {
  if (plain.test(message)) return { text: message.toLowerCase(), original: (from, to) => message.slice(from, to) };
  const units: string[] = [];
  /** Of each code unit of the text: where its character begins and ends in the message. */
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: written, index } of message.matchAll(character)) {
    for (const unit of foldOnce(written)) {
      if (unit === " " && units.at(-1) === " ") continue;
      units.push(unit);
      for (let half = 0; half < unit.length; half++) {
        starts.push(index);
        ends.push(index + written.length);
      }
    }
  }
  return { text: readLookAlikes(units.join("")), original: (from, to) => (to > from ? message.slice(starts[from], ends[to - 1]) : "") };
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
