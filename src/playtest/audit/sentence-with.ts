import { shorten } from "../../kernel/report/index.ts";

/** A quotation is no longer than this. */
const SHOWN = 240;
/** Longer texts are not players' words, and patterns over them would cost too much. */
const LONGEST = 8_000;

/** The first sentence that fits, to quote it. `may`: is there any use in looking for one in a whole text? */
export function sentenceWith(
  text: string,
  fits: (sentence: string) => boolean,
  may: (text: string) => boolean = () => true,
): string | undefined {
  const plain = text.slice(0, LONGEST).replaceAll("’", "'");
  if (!may(plain)) return undefined;
  const sentence = (plain.match(/[^.!?\n]+[.!?]*/g) ?? []).find((each) => fits(each.trim()));
  return sentence === undefined ? undefined : shorten(sentence, SHOWN);
}
