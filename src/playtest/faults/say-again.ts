import type { Dice } from "../../kernel/dice/index.ts";
import { splitSentences, words } from "../text/index.ts";
import type { Planting } from "./faults.ts";

type Source = { turn: number; text: string };

/** Shares of edited words that have a name of their own: `loop-edited-20`. */
export const editedShares = [10, 20, 30, 40, 50] as const;

/**
 * Says an earlier output again. Exactly this share of its words was left out, doubled by another or replaced; the other
 * words come from elsewhere in the session. Markers are left as they are.
 */
export function sayAgain(
  source: Source,
  { share, dice, others }: { share: number; dice: Dice; others: readonly string[] },
): Planting {
  const vocabulary = share === 0 ? [] : others.flatMap(words);
  // Words and what stands between them, in turn: odd places hold words, or markers.
  const pieces = source.text.split(/(\[\[[^\]]*\]\]|[\p{L}\p{N}'’-]+)/u);
  const places = [...pieces.keys()].filter((at) => at % 2 === 1 && !pieces[at]!.startsWith("[["));
  const chosen = new Set(dice.shuffle(places).slice(0, Math.round(share * places.length)));
  const longest = longestSentence(source.text);
  let [text, quote, at] = ["", "", 0];
  for (const [index, piece] of pieces.entries()) {
    const said = chosen.has(index) ? edited(piece) : piece;
    if (at >= longest.start && at < longest.end) quote += said;
    text += said;
    at += piece.length;
  }
  return {
    text,
    quote: quote.trim(),
    against: { turn: source.turn, text: source.text.slice(longest.start, longest.end).trim() },
  };

  function edited(word: string): string {
    const other = vocabulary.length === 0 ? "" : dice.pick(vocabulary);
    const kind = dice.int(10);
    return kind < 2 ? "" : kind < 4 ? `${word} ${other}` : other;
  }
}

/** Long enough to be known again, and short enough to be quoted. */
const longestSentence = (text: string) =>
  splitSentences(text)
    .filter(({ start, end }) => !text.slice(start, end).includes("[["))
    .reduce((one, other) => (other.end - other.start > one.end - one.start ? other : one), {
      start: 0,
      end: 0,
    });
