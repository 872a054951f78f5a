/**
 * A message can be read in more than one way: a zero-width character may be nothing or a space, and a mark around or
 * between words may be meaningful or mere emphasis. A rule that matches any reading matches.
 */
import { normalise, unseen, type Normalised } from "./normalise.ts";

/** The likeliest first. Most messages have no other. */
export function readings(message: string): Normalised[] {
  const plain = withoutEmphasis(message);
  // A rule may need the marks themselves.
  const found = new Set([plain, withoutMarks(plain), message]);
  const apart = withoutEmphasis(message.replace(hiddenSpaces, blank));
  if (apart !== plain) found.add(apart).add(withoutMarks(apart));
  return [...found].map((readAs) => normalise(message, { readAs }));
}

// From here on every character keeps its position, so that matches can be quoted as written.
const blank = (written: string): string => " ".repeat(written.length);
const nothing = (written: string): string => "\u200b".repeat(written.length);

/** A soft hyphen is always inside a word. */
const hiddenSpaces = new RegExp(`(?<=\\S)(?:(?!\u00ad)${unseen.source})+(?=\\S)`, "gv");

/** Markdown marks at the edge of a word, and those of quoted lines. Between letters they may replace one: "s**t". */
const emphasisMarks = /(?<![\p{L}*_~])[*_~]+|(?<![*_~])[*_~]+(?![\p{L}*_~])/gu;
const quotedLine = /^[ \t]{0,3}(?:>[ \t]?)+/gm;
const withoutEmphasis = (message: string): string =>
  message.replace(quotedLine, blank).replace(emphasisMarks, nothing);

const quotesInWord = /(?<=\p{L})(?:['‘’‛ʹʻʼʽˈ′‵`´ꞌ＇｀"“”„]{2,4}|["“”„]|;(?=t))(?=\p{L})/gu;
const tags = /<\/?[a-z]{1,10}>/gi;
/**
 * Other marks around or between words: quotation marks, brackets, emoji, ellipses; a dot or a hyphen that joins two.
 */
const marks = new RegExp(
  [
    /[*_~|#<>()[\]{}"“”„«»…]/,
    /(?<!\p{L})['‘’‛`´]|['‘’‛`´](?![\p{L}\u200b])/u,
    /\p{Extended_Pictographic}|\.{2,}|(?<=\p{L})[.\p{Pd}](?=\p{L})/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);
const withoutMarks = (message: string): string =>
  message
    .replace(quotesInWord, (written) => `'${nothing(written.slice(1))}`)
    .replace(tags, blank)
    .replace(marks, blank);
