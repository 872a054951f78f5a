/** Passages that not everybody may read, and the sentences of other texts that repeat them. */
import { splitSentences } from "./sentences.ts";

export const WITHHELD = "(private)";

/** What is not public, and whether a text reveals a good part of it. */
export type Secrets = { isToldIn(text: string): boolean };

/** Letters and digits with single spaces: long enough that two texts do not share it by chance. */
const TELLING = 24;
/** A shorter whole sentence reveals as much; a very short one ("I nod.") reveals nothing. */
const SHORTEST = 12;

/**
 * `told` are also partly secret; `known` are texts that players use when they speak: only whole sentences of them are
 * secret.
 */
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

/** Quotes are cut, and their spaces, punctuation and capitals normalised: the rest is the same. */
export const bare = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Each with its following space: together they are the text. */
const sentencesOf = (text: string): string[] =>
  splitSentences(text).map(({ start, end }) => text.slice(start, end));

function* stretchesOf(text: string): Generator<string> {
  for (let at = 0; at + TELLING <= text.length; at++) yield text.slice(at, at + TELLING);
}

/** A sentence that repeats a secret is left out. */
export function spoken(text: string, secrets: Secrets): string {
  if (!secrets.isToldIn(text)) return text;
  let wasTold = false;
  const rest = sentencesOf(text)
    .map((sentence) => {
      const isTold = secrets.isToldIn(sentence);
      const space = sentence.slice(sentence.trimEnd().length);
      const shown = !isTold ? sentence : wasTold ? "" : `${WITHHELD}${space}`;
      wasTold = isTold;
      return shown;
    })
    .join("")
    .trim();
  return secrets.isToldIn(rest) ? WITHHELD : rest;
}
