import { letters, SEED, wordOf, type Word } from "./word.ts";

/**
 * A set of words as 32-bit numbers: a tenth of the memory of a set of strings, and two of them, sorted, are compared in one pass.
 * That two of a text's few hundred words share a number happens in one text of fifty thousand, and moves its score by less than a hundredth.
 */
export const fingerprint = (words: readonly string[]): Uint32Array => distinctWords(words.map(wordOf)).sort();

/** Not sorted: most are never compared with another. */
export function distinctWords(words: readonly Word[]): Uint32Array {
  const numbers = new Uint32Array(words.length);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = stirred(words[at]!.number);
  return distinct(numbers);
}

/** The same of every run of `size` words. */
export const distinctRuns = (words: readonly Word[], size: number): Uint32Array => distinct(runNumbers(words, size));

/** A number for every run of `size` words, in order, with repeats: the same run has the same one in every text. `told`: as the narrator would say it. */
export function runNumbers(words: readonly Word[], size: number, { from = 0, to = words.length, told = false }: { from?: number; to?: number; told?: boolean } = {}): Uint32Array {
  const numbers = new Uint32Array(Math.max(0, to - from - size + 1));
  if (numbers.length === 0) return numbers;
  if (to - from > own.length) own = new Int32Array(2 * (to - from));
  for (let at = from; at < to; at += 1) own[at - from] = told ? words[at]!.told : words[at]!.number;
  for (let at = 0; at < numbers.length; at += 1) {
    let number = own[at]!;
    for (let next = at + 1; next < at + size; next += 1) number = Math.imul(number, 0x01000193) ^ own[next]!;
    numbers[at] = stirred(number);
  }
  return numbers;
}

/** The numbers of a text's words side by side: each is a part of several runs. */
let own = new Int32Array(1 << 10);

/** Each once, in the order of their first. */
function distinct(numbers: Uint32Array): Uint32Array {
  let places = FEWEST_PLACES;
  while (numbers.length * 2 > places) places *= 2;
  if (places > table.length) table = new Uint32Array(places);
  else table.fill(0, 0, places);
  const mask = places - 1;
  let size = 0;
  let zero = false;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at]!;
    let place = number & mask;
    while (table[place] !== 0 && table[place] !== number) place = (place + 1) & mask;
    // An empty place holds 0: that number is told apart from it.
    if (number === 0 ? zero : table[place] === number) continue;
    zero ||= number === 0;
    table[place] = number;
    numbers[size++] = number;
  }
  return size === numbers.length ? numbers : numbers.slice(0, size);
}

/** Numbers by their last bits, or in the next place that was empty. */
const FEWEST_PLACES = 1 << 10;
let table = new Uint32Array(FEWEST_PLACES);

/** So that the numbers of short words spread as well. */
function stirred(number: number): number {
  const mixed = Math.imul(number ^ (number >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** The number of one word, as its fingerprint has it. */
export const numberOfWord = (word: string): number => stirred(letters(SEED, word));
