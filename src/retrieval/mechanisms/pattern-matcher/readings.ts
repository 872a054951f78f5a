/**
 * A message can be read in more than one way: a zero-width character may be nothing or a space, and a mark around or
 * between words may be meaningful or mere emphasis. A rule that matches any reading matches.
 */
import { normalise, unseen, type Normalised } from "./normalise.ts";

/** The likeliest first. Most messages have no other. */
export function readings(message: string): Normalised[] {
  const plain = withoutEmphasis(message);
  const found = new Map(
    [plain, withoutMarks(plain)].map((readAs) => [readAs, normalise(message, { readAs })]),
  );
  // A rule may need the marks themselves.
  if (plain !== message) found.set(message, at(emphasis, normalise(message), { beside: 0 }));
  const apart = blanksForUnseen(message);
  // Elsewhere a split word causes the match: a soft hyphen in "suicide squ|ad" leaves no squad.
  if (apart !== message)
    for (const readAs of [withoutEmphasis(apart), withoutMarks(withoutEmphasis(apart))])
      found.set(readAs, at(anyUnseen, normalise(message, { readAs }), { beside: 1 }));
  return [...found.values()];
}

/** A reading that is valid only if such a character is inside a match or within this distance. */
const at = (sign: RegExp, reading: Normalised, { beside }: { beside: number }): Normalised => ({
  ...reading,
  counts: (from, to) =>
    sign.test(reading.original(Math.max(0, from - beside), Math.min(reading.text.length, to + beside))),
});

// From here on every character keeps its position, so that matches can be quoted as written.
const blank = (written: string): string => " ".repeat(written.length);
const nothing = (written: string): string => "\u200b".repeat(written.length);

const anyUnseen = new RegExp(unseen.source, "v");
const unseenRun = new RegExp(`${unseen.source}+`, "gv");
const word = {
  ends: /[[\S]--[\p{Default_Ignorable_Code_Point}\p{Cc}]][[\p{L}\p{N}\p{M}]--\p{Default_Ignorable_Code_Point}]$/v,
  starts:
    /^(?!(?:ful|fully|ing|ings|ed|er|ers|es|ly|ness|less|able)(?!\p{L}))[\p{L}\p{N}][[\S]--[\p{Default_Ignorable_Code_Point}\p{Cc}]]/iv,
};
const shortWord = { ends: /[ia]$/i, starts: /^[ia](?!\p{L})/iu };

/** Between words. A single letter is part of a word, as in "die|t", and so is "i" among several. */
function blanksForUnseen(message: string): string {
  if (!anyUnseen.test(message)) return message;
  const sides = (written: string, place: number) =>
    [
      message.slice(Math.max(0, place - 4), place),
      message.slice(place + written.length, place + written.length + 8),
    ] as const;
  const isBetween = ([left, right]: readonly [string, string]) =>
    (word.ends.test(left) || shortWord.ends.test(left)) &&
    (word.starts.test(right) || shortWord.starts.test(right));
  const isSpelled = [...message.matchAll(unseenRun)].some(({ 0: written, index }) => {
    const [left, right] = sides(written, index);
    return /\p{L}$/u.test(left) && /^\p{L}/u.test(right) && !isBetween([left, right]);
  });
  return message.replace(unseenRun, (written, place: number) => {
    const [left, right] = sides(written, place);
    return (isSpelled ? word.ends.test(left) && word.starts.test(right) : isBetween([left, right]))
      ? blank(written)
      : written;
  });
}

const emphasis = /[*_~>]/;
/** Markdown marks at the edge of a word, and those of quoted lines. Between letters they may replace one: "s**t". */
const emphasisMarks = /(?<![\p{L}*_~])[*_~]+|(?<![*_~])[*_~]+(?![\p{L}*_~])/gu;
const quotedLine = /^[ \t]{0,3}(?:>[ \t]?)+/gm;
const withoutEmphasis = (message: string): string =>
  emphasis.test(message) ? message.replace(quotedLine, blank).replace(emphasisMarks, nothing) : message;

const quotesInWord = /(?<=\p{L})(?:['‘’‛ʹʻʼʽˈ′‵`´ꞌ＇｀"“”„]{2,4}|["“”„]|;(?=t))(?=\p{L})/gu;
const tags = /<\/?[a-z]{1,10}>/gi;
/**
 * Other marks around or between words: quotation marks, brackets, emoji, ellipses; a dot or a hyphen that joins two.
 */
const marks =
  /[*_~|#<>()[\]{}"“”„«»…]|(?<!\p{L})['‘’‛`´]|['‘’‛`´](?![\p{L}\u200b])|\p{Extended_Pictographic}|\.{2,}|(?<=\p{L})[.\p{Pd}](?=\p{L})/gu;
/** Most messages have none. */
const anyMark = /[^a-z0-9 ,:!?\n'’.]|(?<![a-z])['’]|['’](?![a-z])|\.[a-z.]/i;
const withoutMarks = (message: string): string =>
  anyMark.test(message)
    ? message
        .replace(quotesInWord, (written) => `'${nothing(written.slice(1))}`)
        .replace(tags, blank)
        .replace(marks, blank)
    : message;
