import type { Dice } from "../../kernel/dice/index.ts";

/** A text of which exactly this share of the words was left out, doubled by another, or put in other words; the other words come from elsewhere in the session. */
export function editWords(
  text: string,
  { share, dice, vocabulary }: { share: number; dice: Dice; vocabulary: readonly string[] },
): string {
  // Words and what stands between them, in turn: odd places hold words.
  const pieces = text.split(/([\p{L}\p{N}'’-]+)/u);
  const places = pieces.map((_, index) => index).filter((index) => index % 2 === 1);
  const chosen = dice.shuffle(places).slice(0, Math.round(share * places.length));
  for (const index of chosen) {
    const other = vocabulary[dice.int(vocabulary.length)] ?? "";
    const kind = dice.int(10);
    pieces[index] = kind < 2 ? "" : kind < 4 ? `${pieces[index]} ${other}` : other;
  }
  return pieces.join("").replaceAll(/ {2,}/g, " ");
}
