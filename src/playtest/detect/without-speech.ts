const DOUBLE = /"[^"\n]*(?:"|(?=\n)|$)/g;
/** "[[TANGENT]]": what a prompt has the narrator mark is not told to anybody. */
const MARKER = /^[ \t]*\[\[[^\]\n]*\]\]/gm;
/** An apostrophe opens speech only before a letter and after a gap, and closes it only after punctuation or before a gap. */
const SINGLE =
  /(?<=^|[\s([:—-])'(?=\p{L})(?!(?:[Tt]is|[Tt]was|[Ee]m|[Tt]il|[Cc]ause|[Rr]ound|[Bb]out)(?!\p{L}))(?:[^'\n]|(?<=\p{L})'(?=\p{L}))*(?:(?<=[.,!?…—-])'|'(?!\p{L}))/gmu;

/** What the narrator says in their own voice: as long as the text, with speech blanked out, so that places in one are places in the other. */
export const withoutSpeech = (text: string): string =>
  text
    .replaceAll(MARKER, (marker) => " ".repeat(marker.length))
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”«»]/g, '"')
    .replaceAll(/[*_`#>]/g, " ")
    .replaceAll(DOUBLE, blank)
    .replaceAll(SINGLE, blank);

/** Speech that ends a sentence leaves its full stop. */
function blank(quoted: string, at: number, whole: string): string {
  const after = whole.slice(at + quoted.length, at + quoted.length + 8);
  const stop = /[.!?…]["']$/.test(quoted) && /^\s*(?:\p{Lu}|$)/u.test(after);
  return " ".repeat(quoted.length - 1) + (stop ? "." : " ");
}
