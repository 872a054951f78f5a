/**
 * Which texts contain which words. It holds words and numbers but no text: texts are read again to show a match, so
 * that thousands of transcripts do not have to fit in memory.
 */
import type { Term } from "./search-terms.ts";

export type WordIndex = {
  /** Adds a text's words, in place of those it had before. */
  put(id: string, words: Iterable<string>): void;
  delete(id: string): void;
  /** The texts that may contain all terms; those left out do not. */
  candidates(terms: readonly Term[]): Set<string>;
};

export function createWordIndex(): WordIndex {
  const numbers = new Map<string, number>();
  /** Undefined: replaced or deleted. */
  let ids: Array<string | undefined> = [];
  let postings = new Map<string, number[]>();

  function forget(id: string): void {
    const number = numbers.get(id);
    if (number === undefined) return;
    numbers.delete(id);
    ids[number] = undefined;
    if (ids.length > 2 * numbers.size + 100) compact();
  }

  /** Numbers of deleted texts are removed once they are the majority. */
  function compact(): void {
    const renamed = new Map<number, number>();
    ids = ids.filter((id, number) => {
      if (id === undefined) return false;
      renamed.set(number, renamed.size);
      numbers.set(id, renamed.size - 1);
      return true;
    });
    postings = new Map(
      [...postings]
        .map(([word, list]): [string, number[]] => [
          word,
          list.flatMap((number) => renamed.get(number) ?? []),
        ])
        .filter(([, list]) => list.length > 0),
    );
  }

  /** Marks the texts that have a word containing this one. */
  function marked(word: string): Uint8Array {
    const marks = new Uint8Array(ids.length);
    for (const [known, list] of postings)
      if (known.includes(word)) for (const number of list) marks[number] = 1;
    return marks;
  }

  return {
    put(id, words) {
      forget(id);
      const number = ids.push(id) - 1;
      numbers.set(id, number);
      for (const word of new Set(words)) {
        const list = postings.get(word);
        if (list) list.push(number);
        else postings.set(word, [number]);
      }
    },
    delete: forget,
    candidates(terms) {
      const words = [...new Set(terms.flatMap(({ words }) => words))];
      const marks = words.map(marked);
      return new Set(
        ids.filter(
          (id, number): id is string => id !== undefined && marks.every((each) => each[number] === 1),
        ),
      );
    },
  };
}
