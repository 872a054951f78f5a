const MOST = 240;

/** Words of a text as they stand there, cut between words where there are too many to quote. */
export function excerpt(text: string, { start = 0, end = text.length } = {}): string {
  const quoted = text.slice(start, end).trim();
  if (quoted.length <= MOST) return quoted;
  const cut = quoted.slice(0, MOST + 1);
  const space = cut.search(/\s\S*$/);
  // A run without spaces is cut where it must be, though not through a surrogate pair.
  return (space > MOST / 2 ? cut.slice(0, space) : cut.slice(0, MOST).replace(/[\uD800-\uDBFF]$/, "")).trim();
}
