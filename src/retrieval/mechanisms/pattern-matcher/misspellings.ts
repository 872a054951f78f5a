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

export const squeeze = ({ text, lines, original, counts }: Normalised): Normalised => {
  const inFull =
    <Answer>(ask: (from: number, to: number) => Answer) =>
    (from: number, to: number): Answer => {
      const starts = runStarts(text);
      return ask(starts[from]!, starts[to]!);
    };
  const short = text.replace(run, "$1");
  return {
    text: short,
    lines: lines === text ? short : lines.replace(run, "$1"),
    original: inFull(original),
    ...(counts && { counts: inFull(counts) }),
  };
};

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

/**
 * Everyday words that are one slip away from a word of the crisis rules: "his" is not a mistyped "hits". They are never
 * corrected. Runs of a letter are squeezed, as in the text they are looked up for.
 */
const ordinaryWords: ReadonlySet<string> = new Set(
  `
abuse abut actual affair aid are arm back bag bags ball bar based batch batter bay beach bead bears
beast beasts beat bed beer beggar begging bell below bet beta bets betting bill billed billing bit
bits black blend blending block bloody boot boring borne bot bother bought bow boy brain braking brass
breadth break breath breed bridge broke brought brunch burn butler buy calif call calls can car card
care cared carrier cars carter carve carver case cash cat cause chance chart chase chess choose
chord clear cli close closest coin coke cold come comm contact cooke cooked cooking cool cooled cop
could cove cover crane cree cried cry cuss cut dad dagger date daughter day deadline dearth decide
derive derives deriving did die din ding dive diving document does domes don door dot down dried
drive drone droop drop drying dusty edible elven end endless eve ever exits eye failing far farther
fat feather fed feed feel feeling fees feet fell fight figure filing fill filled filling film fin
find finger finn finned fins first fist fit fits fleet float flow flowing flows follow for force
fore form free fuels game garbage gave get girl give goodbye google grade grass greet greeting had
halfway ham hand hard harm has hasn have haven head hear heard hell helps her herd heron hes hess
hide hints his hit hold hood hoop hose hurt hut idea infer inter intro keep key kid kill kilos kind
kinds knee know knuckle lass layer least leave lees leo less lester let letter lid lie lied lies lin
line linked live load lock locked lockheed lodd log loner look looked looking looks loss lost lot
love loy mad make makers man mark mars master mate matter may med mediation meet mess message met
mice mine mission mom money moth move mum must nap needed needs neighbour net new nice noise non
noon norse not note notice one pace palace pan parent part partly pass pats pay paying photo picture
piece piers pin pint pipes pistol plain plan planets plans plant plate plush point poke poor pot
pratt present preset prince private program promise question quiet raise rally ranging rap rat
rating rattle read real recall red refuse relay release rely replay res rue sack sacks sad safe sake
same sand sat save say saying scar score screen sea secret seed seen seeping sell sells sen set sets
sexual shame shaved she shelf shit shock shoe shoes shoot shore short should shouting shouts show
sick side sill sin sine sing sings sister sit site sits sitting ski sleeves slid slit smell sometime
son songs soon sort spend spit splint split splits splitting sport spring squeeze stalled stalling
stalls stand staring stated staying stays steer sterrett stick sting stone store story strand
strange stray stuck suck suits sur surge sweat sweet swing swore tables take takers tal tale talking
tall tan tap taped tapped taps target tarp tees tell ten tends tennis tenth terrain the thin thing
thorough though thought three throat throw thrust tie tins tipped tired tool toss toward traced
track trailing treat treats trimmed tuning turn twin twist use users video violet waking walking
walks wall wan want was wave way weapon well wells were wet where whip width wiggly will win window
wing wiped witch won woods word worlds would wrist write year you
`
    .trim()
    .replaceAll(/([a-z])\1+/g, "$1")
    .split(/\s+/),
);
