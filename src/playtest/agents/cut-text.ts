/**
 * A reply can be a megabyte long. Every reply goes into the record and into other players' prompts, turn after turn, so
 * it is cut to a length that a table could listen to, with a mark.
 */

/** Maximum characters of one statement by a player or spokesperson. Far above the requested length. */
export const LONGEST_SAID = 4_000;

/** Maximum characters of a narrator's output in players' prompts. The record keeps all of it. */
export const LONGEST_HEARD = 8_000;

/** The beginning of a text, with a mark that it was cut. */
export const cutText = (text: string, longest: number): string =>
  text.length <= longest
    ? text
    : // Not inside a surrogate pair.
      `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")} [… cut here: it had ${text.length} characters]`;

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
