import { letters, SEED, wordOf, type Word } from "./word.ts";

/**
 * A set of words as sorted 32-bit numbers: a tenth of the memory of a set of strings, and two of them are compared in one pass.
 * That two of a text's few hundred words share a number happens in one text of fifty thousand, and moves its score by less than a hundredth.
 */
export const fingerprint = (words: readonly string[]): Uint32Array => wordsFingerprint(words.map(wordOf));

export function wordsFingerprint(words: readonly Word[]): Uint32Array {
  const numbers = new Uint32Array(words.length);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = stirred(words[at]!.number);
  return sortedSet(numbers);
}

/** The same of every run of `size` words. */
export const runsFingerprint = (words: readonly Word[], size: number): Uint32Array => sortedSet(runNumbers(words, size));

/** A number for every run of `size` words, in order, with repeats: the same run has the same one in every text. */
export function runNumbers(words: readonly Word[], size: number): Uint32Array {
  const numbers = new Uint32Array(Math.max(0, words.length - size + 1));
  for (let at = 0; at < numbers.length; at += 1) {
    let number = words[at]!.number;
    for (let next = at + 1; next < at + size; next += 1) number = Math.imul(number, 0x01000193) ^ words[next]!.number;
    numbers[at] = stirred(number);
  }
  return numbers;
}

/** Sorts them where they are. */
function sortedSet(numbers: Uint32Array): Uint32Array {
  numbers.sort();
  let size = 0;
  for (let at = 0; at < numbers.length; at += 1) if (at === 0 || numbers[at] !== numbers[size - 1]) numbers[size++] = numbers[at]!;
  return numbers.slice(0, size);
}

/** So that the numbers of short words spread as well. */
function stirred(number: number): number {
  const mixed = Math.imul(number ^ (number >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** The number of one word, as its fingerprint has it. */
export const numberOfWord = (word: string): number => stirred(letters(SEED, word));
