/**
 * Misspellings must not hide a crisis. Two ways to read past them, for rules where a miss is worse than a false
 * positive:
 *
 * - `squeeze`: "i wanna dieeee", "kiill myself". Every run of a letter becomes one letter, in the message and in the
 *   pattern. Words that differ only in this (lose, loose) become one.
 * - `createSlipReader`: "i wnat to kll mysef". A word that is neither in a rule nor an everyday word is read as
 *   the word of a rule that is one slip away: a letter missing, one too many, or two swapped. Phone abbreviations and digits
 *   for letters are expanded.
 */
import type { Normalised } from "./normalise.ts";

const run = /([a-z])\1+/g;

export const squeeze = ({ text, original }: Normalised): Normalised => ({
  text: text.replace(run, "$1"),
  original(from, to) {
    const starts = runStarts(text);
    return original(starts[from]!, starts[to]!);
  },
});

/** For each unit of the squeezed text: the start of its run; the next start is its end. Few messages need it. */
function runStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (at === 0 || letter !== text[at - 1] || letter < "a" || letter > "z") starts.push(at);
  }
  return [...starts, text.length];
}

const token =
  /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[a-z-]*:|<?[=!]|P?<\w+>))?|(?<quantifier>[*+?]\??|\{\d+(?:,\d*)?\}\??)|./gsu;

/** Nothing is dropped across the border of a group: `hit(?:s|ting)` still needs both t's, `hits|hitting` does not. */
export function squeezePattern(source: string): string {
  const tokens = [...source.matchAll(token)];
  return tokens
    .filter(
      ([text], at) =>
        !(
          /^[a-z]$/i.test(text) &&
          text.toLowerCase() === tokens[at - 1]?.[0].toLowerCase() &&
          tokens[at + 1]?.groups?.["quantifier"] === undefined
        ),
    )
    .map(([text]) => text)
    .join("");
}

/** The runs of letters in patterns: words, and endings such as the "ing" of `hurt(s|ing)`. */
export const wordsIn = (sources: readonly string[]): Set<string> =>
  new Set(
    sources.flatMap(
      (source) =>
        squeezePattern(source)
          .replaceAll(/\\./g, " ")
          .toLowerCase()
          .match(/[a-z]+/g) ?? [],
    ),
  );

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

/** Undefined: nothing in the text looks like a slip. */
type SlipReader = (reading: Normalised) => Normalised | undefined;

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

/** The first letter stays: a word without it is more often another word than a slip. */
const withoutOne = (word: string): string[] =>
  Array.from(word.slice(1), (_, at) => word.slice(0, at + 1) + word.slice(at + 2));
/** An extra letter at the end is an ending: "deaths" is not a slip of "death". */
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
  return {
    text: pieces.map((piece) => piece.text).join(""),
    original: (from, to) => reading.original(starts[from] ?? 0, ends[to - 1] ?? 0),
  };
}

/**
 * Everyday words that are one slip away from a word of the crisis rules: "hints" is not a mistyped "hits". They are never
 * corrected. Runs of a letter are squeezed, as in the text they are looked up for.
 */
const ordinaryWords: ReadonlySet<string> = new Set(
  `
abut actual affair aid ball based batch bay beach bead bears beast beasts beer beggar begging bell bet
beta bets betting bill billed billing bits blend blending bloody boring borne brain braking brass breath
breed brunch butler calif card cared carrier cars carter carver cash cause chance chart chase chess
chord clear cli closest coin comm cooked cooking cool cooled cop cove crane cree cried cuss deadline
dearth decide derive derives deriving din ding dive diving document domes dot dried drone drying dusty
edible elven endless eve exits failing farther fat feather figure fill filled fin finn finned fins fits
fleet float flow flowing flows force free fuels garbage grade grass greet greeting halfway ham hell herd
heron hes hess hints hood hoop hose hut infer inter intro kilos kinds knuckle lass layer least lees leo
less lester lid lie lied lin linked lockheed lodd log loner loss loy makers mars mate matter med meet
met mice mine mission moth nap needed net nice noise norse pace palace pan partly pass pats paying piers
pint pipes plain planets plans plant plate plush poke poor pot pratt present prince program promise
question quiet rally ranging rat rating rattle recall refuse relay release rely replay res rue sack
sacks sake sand save scar score screen seed seeping sell sells sets shaved shelf shit shock shoe shore
shouts side sill sin sine sing sings site ski slid sometime songs spend splint splits splitting sport
spring squeeze stalling stalls staring stated stays steer sterrett sting stone store strand strange
stray suits sur surge sweat sweet swing swore tables takers tal tale talking tall tan tap taps target
tarp tees tends tennis tenth terrain thin thorough though thrust tins tool toss toward traced trailing
treat treats trimmed tuning twin twist users violet wan wave weapon well wells wet whip width wiggly win
wing wiped witch woods word worlds
`
    .trim()
    .replaceAll(/([a-z])\1+/g, "$1")
    .split(/\s+/),
);
