import { blanked, facet, read, SIGN, type Text } from "./text.ts";
import { MARK } from "./word-marks.ts";

/** What the narrator says in their own voice, and what is put into somebody's mouth. */
export type Narration = {
  /** As long as the text it came from, with speech blanked out, so that places in one are places in the other. */
  told: string;
  speech: readonly string[];
};

const TITLES = /\b(Mr|Mrs|Ms|Dr|St|Prof|Capt|Sgt|Lt|Rev|Fr)\./g;
const DOUBLE = /"[^"\n]*(?:"|(?=\n)|$)/g;
/** "[[TANGENT]]": what a prompt has the narrator mark is not told to anybody. */
const MARKER = /^[ \t]*\[\[[^\]\n]*\]\]/gm;
/** An apostrophe opens speech only before a letter and after a gap, and closes it only after punctuation or before a gap. */
const SINGLE =
  /(?<=^|[\s([:—-])'(?=\p{L})(?!(?:[Tt]is|[Tt]was|[Ee]m|[Tt]il|[Cc]ause|[Rr]ound|[Bb]out)(?!\p{L}))(?:[^'\n]|(?<=\p{L})'(?=\p{L}))*(?:(?<=[.,!?…—-])'|'(?!\p{L}))/gmu;

/** Both kinds of quotation marks, straight and typographic; speech that is left open ends with its paragraph. */
export const narration = (text: string): Narration => narrationOf(read(text));

/** The same as it is read. */
export const toldIn = (text: Text): Text => narrationOf(text).read;

export const narrationOf: (text: Text) => Narration & { read: Text } = facet((whole) => {
  const { text, signs, marks } = whole;
  let told = text;
  const speech: string[] = [];
  const blank = (quoted: string, at: number, whole: string) => {
    speech.push(quoted.slice(1, /["']$/.test(quoted) ? -1 : undefined));
    const stop =
      /[.!?…]["']$/.test(quoted) &&
      /^\s*(?:\p{Lu}|$)/u.test(whole.slice(at + quoted.length, at + quoted.length + 8));
    return " ".repeat(quoted.length - 1) + (stop ? "." : " ");
  };
  // Without any of these a text is told as it stands.
  if (signs & SIGN.bracket) told = told.replaceAll(MARKER, (marker) => " ".repeat(marker.length));
  if (signs & SIGN.curly) told = told.replaceAll(/[‘’]/g, "'").replaceAll(/[“”«»]/g, '"');
  if (signs & SIGN.markup) told = told.replaceAll(/[*_`#>]/g, " ");
  if (marks & MARK.title || signs === SIGN.any) told = told.replaceAll(TITLES, "$1 ");
  if (signs & SIGN.quote) told = told.replaceAll(DOUBLE, blank);
  if (signs & SIGN.apostrophe) told = told.replaceAll(SINGLE, blank);
  return { told, speech, read: blanked(whole, told) };
});
