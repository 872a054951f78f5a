/**
 * A message can be read in more than one way: a zero-width character may be nothing or stand for a blank, and marks
 * around or between words may be part of what was written or mere emphasis. A rule that matches any reading matches.
 */
import { unseen } from "./fold.ts";
import { normalise, type Normalised } from "./normalise.ts";

export type Reading = Normalised & {
  /** Whether a match from here to there is due to this reading. */
  counts: (from: number, to: number) => boolean;
};

/** As written first. Most messages have no other reading. */
export function readings(message: string): Reading[] {
  const always = () => true;
  const asWritten = new Set([message, withoutMarks(message)]);
  const all = [...asWritten].map((readAs) => ({ ...normalise(message, { readAs }), counts: always }));
  const apart = blanksForUnseen(message);
  if (apart === message) return all;
  const others = new Set([apart, withoutMarks(apart)]);
  return [...all, ...[...others].map((readAs) => atUnseen(normalise(message, { readAs })))];
}

/** Elsewhere it is a word in two that made the match: a soft hyphen in "suicide squ|ad" leaves no squad. */
const atUnseen = (reading: Normalised): Reading => ({
  ...reading,
  counts: (from, to) => anyUnseen.test(reading.original(Math.max(0, from - 1), Math.min(reading.text.length, to + 1))),
});

// Each of these keeps every character at its place, so that what is found can be quoted as it was written.
const blank = (written: string): string => " ".repeat(written.length);

const anyUnseen = new RegExp(unseen.source, "v");
const unseenRun = new RegExp(`${unseen.source}+`, "gv");
const wordEnd = /(?:[[\S]--[\p{Default_Ignorable_Code_Point}\p{Cc}]][[\p{L}\p{N}\p{M}]--\p{Default_Ignorable_Code_Point}]|[ia])$/iv;
const wordStart = /^(?:[\p{L}\p{N}][[\S]--[\p{Default_Ignorable_Code_Point}\p{Cc}]]|[ia](?!\p{L}))/iv;

/** Where words stand on both sides. A single letter is a part of one: "die|t" stays a diet. */
const blanksForUnseen = (message: string): string =>
  message.replace(unseenRun, (written, at: number) =>
    wordEnd.test(message.slice(Math.max(0, at - 4), at)) && wordStart.test(message.slice(at + written.length, at + written.length + 4)) ? blank(written) : written,
  );

const quotesInWord = /(?<=\p{L})(?:['‘’‛ʹʻʼʽˈ′‵`´ꞌ＇｀"“”„]{1,4}|;(?=t))(?=\p{L})/gu;
const tags = /<\/?[a-z]{1,10}>/gi;
/** Emphasis, quotation marks, brackets, pictures; dots in a row; a dot or a hyphen that joins two words. */
const marks = /[*_~|#<>()[\]{}"“”„«»…]|(?<!\p{L})['‘’‛`´]|['‘’‛`´](?!\p{L})|\p{Extended_Pictographic}|\.{2,}|(?<=\p{L})[.\p{Pd}](?=\p{L})/gu;

const withoutMarks = (message: string): string =>
  message
    .replace(quotesInWord, (written) => `'${"\u200b".repeat(written.length - 1)}`)
    .replace(tags, blank)
    .replace(marks, blank);
