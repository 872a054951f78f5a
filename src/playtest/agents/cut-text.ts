/**
 * A reply can be a megabyte long. Every reply goes into the record and into other players' prompts, turn after turn, so
 * it is cut to a length that a table could listen to, with a mark.
 */

/** Maximum characters of one statement by a player or spokesperson. Far above the requested length. */
export const LONGEST_SAID = 4_000;

/** Maximum characters of a narrator's output in players' prompts. The record keeps all of it. */
export const LONGEST_HEARD = 8_000;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The beginning of a text, in whole graphemes, with a mark that it was cut. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // A letter may carry any number of accents: if one grapheme is too long, it is cut.
  const whole = graphemes.segment(text.slice(0, longest + AROUND)).containing(longest)!.index;
  const kept = text.slice(0, whole > longest / 2 ? whole : longest).toWellFormed();
  return `${kept} ${cutMark(text)}`;
}

const AROUND = 200;

const cutMark = ({ length }: string): string => `[… cut here: it had ${length} characters]`;
