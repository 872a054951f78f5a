/** What not everybody heard, and whether a text tells a good part of it. */
export type Secrets = { isToldIn(text: string): boolean };

/** In letters and digits, with single spaces: long enough that two texts do not have it in common by chance. */
const TELLING = 24;
/** A whole sentence that is shorter tells as much; one that is shorter still ("I nod.") tells nothing. */
const SHORTEST = 12;

/** `told` are secret in part as well; `known` are texts that players draw on when they speak: only whole sentences of them are. */
export function secretsOf({ told, known }: { told: Iterable<string>; known: Iterable<string> }): Secrets {
  const stretches = new Set<string>();
  const sentences = new Set<string>();
  const add = (text: string, isWhole: (sentence: string) => boolean) => {
    for (const sentence of sentencesOf(text).map(bare))
      if (sentence.length >= SHORTEST && isWhole(sentence)) sentences.add(` ${sentence} `);
  };
  for (const text of told) {
    for (const stretch of stretchesOf(bare(text))) stretches.add(stretch);
    add(text, ({ length }) => length < TELLING);
  }
  for (const text of known) add(text, () => true);
  return {
    isToldIn(text) {
      const said = bare(text);
      for (const stretch of stretchesOf(said)) if (stretches.has(stretch)) return true;
      const bounded = ` ${said} `;
      for (const sentence of sentences) if (bounded.includes(sentence)) return true;
      return false;
    },
  };
}

/** Quotes are cut, and their spaces, signs and capitals mended: what is left is the same. */
export const bare = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Each with the sign that ends it and what follows: together they are the text. */
export const sentencesOf = (text: string): string[] =>
  text.match(/[^.!?\n]+[.!?]*["'”’)\]]*\n*|[.!?\n]+/g) ?? [];

function* stretchesOf(text: string): Generator<string> {
  for (let at = 0; at + TELLING <= text.length; at++) yield text.slice(at, at + TELLING);
}
