/** The most of a text that is looked at: a runaway output of a megabyte must not hold up a session. */
const MOST = 40_000;

/** A text, or its beginning and its end: a runaway output begins well and ends badly. */
export const comparedPart = (text: string): string =>
  text.length <= MOST ? text : `${text.slice(0, MOST / 2)}\n\n${text.slice(-MOST / 2)}`;
