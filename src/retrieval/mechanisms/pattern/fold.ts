/** What is the same to a reader is the same to a rule: the one folding that messages, patterns and keywords all go through. */

const apostrophes = /[‘’‛ʹʻʼʽˈ′‵`´ꞌ＇｀]/g;
const dashes = /[\p{Pd}−⁃]/gu;
/** Marks of the Latin, Greek and Cyrillic scripts. Others' vowel signs are letters of theirs. */
const accents = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;
/** Zero-width characters, soft hyphens, direction marks, variation selectors, and controls that are no white space. (A byte order mark is white space to \s: it goes here, first.) */
export const unseen = /[[\p{Default_Ignorable_Code_Point}\p{Cc}]--[\t-\r\x85]]/gv;
/** Runs are for the caller, who knows the neighbours. U+2800 is a Braille cell without dots. */
const blanks = /[\s\x85\u2800]/g;

/** Of a character with its marks. It may become several characters, or none. */
export const fold = (character: string): string =>
  character
    // The spacing acute accent would come apart into a blank and a mark.
    .replace(apostrophes, "'")
    .normalize("NFKD")
    .replace(accents, "")
    .replace(unseen, "")
    .normalize("NFKC")
    // By way of capitals: ß and ẞ become ss, a dotless ı an i, a final ς a σ.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(accents, "")
    .replace(apostrophes, "'")
    .replace(dashes, "-")
    .replace(blanks, " ");
