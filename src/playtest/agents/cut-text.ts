/**
 * A reply can be a megabyte long. Whatever is said goes into the record and into others' prompts,
 * turn after turn: so it is cut to a length that a table could listen to, and says so.
 */

/** Characters of one thing that a player or a spokesperson says. Far above what they are asked for. */
export const LONGEST_SAID = 4_000;

/** Characters of a narrator's output that players' prompts carry. The record keeps all of it. */
export const LONGEST_HEARD = 8_000;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The beginning of a text, in whole graphemes, with a mark that it was cut. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // One letter may bear any number of accents: where even a grapheme is too long, it is cut after all.
  const whole = graphemes.segment(text.slice(0, longest + AROUND)).containing(longest)!.index;
  const kept = text.slice(0, whole > longest / 2 ? whole : longest).toWellFormed();
  return `${kept} ${cutMark(text)}`;
}

const AROUND = 200;

const cutMark = ({ length }: string): string => `[… cut here: it had ${length} characters]`;
