/**
 * The words of a text, as the pattern in `words` finds them in its plain lower case, without making that text or cutting
 * out a word that was met before: every text of a session is read for its words several times.
 */
import { plain } from "./plain.ts";

/** Latin letters and digits as they are when plain and in lower case; 0 is no part of a word. */
const LETTERS = Uint16Array.from({ length: 0x250 }, (_, code) => {
  const letter = plain(String.fromCharCode(code)).toLowerCase();
  return /^[\p{L}\p{N}]$/u.test(letter) ? letter.charCodeAt(0) : 0;
});
const letterAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < LETTERS.length ? LETTERS[code]! : 0;
};

const APOSTROPHE = 0x27;
const HYPHEN = 0x2d;
/** What holds the parts of one word together, where a letter follows. */
const joint = (code: number): number =>
  code === APOSTROPHE || code === HYPHEN ? code : code >= 0x2018 && code <= 0x201a ? APOSTROPHE : 0;
/** – — ‘ ’ ‚ “ ” … stand beside Latin letters and are none. */
const isKnown = (code: number): boolean =>
  code < LETTERS.length || (code >= 0x2013 && code <= 0x201e) || code === 0x2026;

const PLACES = 1 << 14;
/** Where the whole text of a word is as remembered, so is what was made of it. */
type Place<Made> = { number: number; check: number; length: number; made: Made };

/** Hands over what `make` makes of each word, once for each that is common. False where a text has other scripts in it: then nothing was handed over. */
export function wordScanner<Made>(
  make: (word: string) => Made,
): (text: string, take: (made: Made) => void) => boolean {
  const places: Array<Place<Made> | undefined> = Array.from({ length: PLACES });
  const found: Made[] = [];

  return (text, take) => {
    const { length } = text;
    let size = 0;
    for (let at = 0; at < length; at += 1) {
      let letter = letterAt(text, at);
      if (letter === 0) {
        if (!isKnown(text.charCodeAt(at))) return false;
        continue;
      }
      const start = at;
      let number = 0x811c9dc5 | 0;
      let check = 1;
      for (;;) {
        number = Math.imul(number ^ letter, 0x01000193);
        check = (Math.imul(check, 31) + letter) | 0;
        at += 1;
        if (at >= length) break;
        letter = letterAt(text, at);
        if (letter !== 0) continue;
        const code = text.charCodeAt(at);
        if (!isKnown(code)) return false;
        letter = joint(code);
        if (letter === 0 || at + 1 >= length || letterAt(text, at + 1) === 0) break;
      }
      found[size++] = madeOf(text, start, at, number, check);
    }
    for (let each = 0; each < size; each += 1) take(found[each]!);
    return true;
  };

  /** By two numbers of its letters and how many they are: no two words of a language share all of them. */
  function madeOf(text: string, start: number, end: number, number: number, check: number): Made {
    const at = (number ^ (number >>> 14)) & (PLACES - 1);
    const place = places[at];
    if (
      place !== undefined &&
      place.number === number &&
      place.check === check &&
      place.length === end - start
    )
      return place.made;
    const made = make(plain(text.slice(start, end)).toLowerCase());
    places[at] = { number, check, length: end - start, made };
    return made;
  }
}
