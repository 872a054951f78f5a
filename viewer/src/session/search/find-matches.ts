/** Plain search: capitals, kinds of quotation marks and kinds of spaces do not matter. Offsets are those of the text. */
const MOST = 5_000;

export function findMatches(text: string, query: string): Array<[start: number, end: number]> {
  const wanted = folded(query).trim();
  if (wanted === "") return [];
  const said = folded(text);
  const found: Array<[number, number]> = [];
  for (
    let at = said.indexOf(wanted);
    at >= 0 && found.length < MOST;
    at = said.indexOf(wanted, at + wanted.length)
  )
    found.push([at, at + wanted.length]);
  return found;
}

/** As many characters as before. */
const folded = (text: string): string =>
  text
    .replaceAll(/\p{Lu}/gu, (letter) => {
      const small = letter.toLowerCase();
      return small.length === letter.length ? small : letter;
    })
    .replaceAll(/[‘’‚‛`´]/g, "'")
    .replaceAll(/[“”„‟«»]/g, '"')
    .replaceAll(/[‐‑‒–—―]/g, "-")
    .replaceAll(/\s/g, " ");

/** The match to go to first: the first at or after the current turn, else the first. */
export function firstFrom(turns: readonly number[], reading: number | null): number {
  const at = turns.findIndex((turn) => turn >= (reading ?? 0));
  return at < 0 ? 0 : at;
}
