/**
 * What looks the same to a reader is the same to a rule. Messages, patterns and keywords all use the folding in this
 * file: Unicode forms, apostrophes, dashes, accents, zero-width characters, white space and case.
 */

/** A message as the rules read it, with a mapping to the original. */
export type Normalised = {
  /** White space is a space, or a line break, which may end a sentence. */
  readonly text: string;
  /** The part of the message that became `from` to `to` of the text. */
  readonly original: (from: number, to: number) => string;
};

/** Printable ASCII without a backtick: only its case changes. */
const plainCharacter = /^[ -_a-~]$/;
const lineBreak = /[\n-\r\x85\u2028\u2029]/;
const character = /\P{M}\p{M}*|\p{M}+/gu;

/** `readAs` is another reading of the message, with each character at the same position. */
export function normalise(message: string, { readAs = message }: { readAs?: string } = {}): Normalised {
  const units: string[] = [];
  /** For each code unit of the text: the start and end of its character in the message. */
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: written, index } of readAs.matchAll(character)) {
    for (const unit of plainCharacter.test(written) ? written.toLowerCase() : fold(written)) {
      const isBreak = unit === " " && lineBreak.test(written);
      const last = units.at(-1);
      if (unit === " " && (last === undefined || last === " " || last === "\n")) {
        if (isBreak && last !== undefined) units[units.length - 1] = "\n";
        continue;
      }
      units.push(isBreak ? "\n" : unit);
      for (let half = 0; half < unit.length; half++) {
        starts.push(index);
        ends.push(index + written.length);
      }
    }
  }
  if (units.at(-1) === " " || units.at(-1) === "\n") units.pop();
  return {
    text: readLookAlikes(units.join("")),
    original: (from, to) => (to > from ? message.slice(starts[from], ends[to - 1]) : ""),
  };
}

const apostrophes = /[‘’‛ʹʻʼʽˈ′‵`´ꞌ＇｀]/g;
const dashes = /[\p{Pd}−⁃]/gu;
/** Marks of the Latin, Greek and Cyrillic scripts. In other scripts vowel signs are letters. */
const accents = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;
/**
 * Zero-width characters, soft hyphens, direction marks, variation selectors, and controls that are not white space. (A
 * byte order mark is white space to \s: it is handled here, first.)
 */
export const unseen = /[[\p{Default_Ignorable_Code_Point}\p{Cc}]--[\t-\r\x85]]/gv;
/** The caller handles runs, since it knows the neighbours. U+2800 is a Braille cell without dots. */
const blanks = /[\s\x85\u2800]/g;

/** Folds a character with its marks. It may become several characters, or none. */
export const fold = (character: string): string =>
  character
    // The spacing acute accent would decompose into a space and a mark.
    .replace(apostrophes, "'")
    .normalize("NFKD")
    .replace(accents, "")
    .replace(unseen, "")
    .normalize("NFKC")
    // Through upper case: ß and ẞ become ss, a dotless ı an i, a final ς a σ.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(accents, "")
    .replace(apostrophes, "'")
    .replace(dashes, "-")
    .replace(blanks, " ");

/**
 * Cyrillic and Greek letters that look Latin. They are read as Latin only in a word that also has Latin letters: a
 * Russian word stays Russian, but "kіll" with a Ukrainian і is caught.
 */
const pairs = "аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw кk мm тt вb нh ӏl αa εe ιi κk νv οo ρp τt υu χx";

const latin: ReadonlyMap<string, string> = new Map(pairs.split(" ").map((pair) => [pair[0]!, pair[1]!]));

const mixedWord = /[\p{L}\p{M}]+/gu;
const lookAlike = new RegExp(`[${[...latin.keys()].join("")}]`, "g");

/** One letter for one letter: positions do not change. */
const readLookAlikes = (text: string): string =>
  text.replace(mixedWord, (word) =>
    /[a-z]/.test(word) ? word.replace(lookAlike, (letter) => latin.get(letter)!) : word,
  );
