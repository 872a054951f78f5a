import { letters, SEED, wordOf, type Word } from "./word.ts";

/**
 * A set of words as 32-bit numbers: a tenth of the memory of a set of strings, and two of them, sorted, are compared in one pass.
 * That two of a text's few hundred words share a number happens in one text of fifty thousand, and moves its score by less than a hundredth.
 */
export const fingerprint = (words: readonly string[]): Uint32Array => distinctWords(words.map(wordOf)).sort();

/** Not sorted: most are never compared with another. */
export function distinctWords(words: readonly Word[]): Uint32Array {
  makeRoom(words.length);
  for (let at = 0; at < words.length; at += 1) numbers[at] = stirred(words[at]!.number);
  return firstOnes(distinct(words.length));
}

/** The same of every run of `size` words. */
export const distinctRuns = (words: readonly Word[], size: number): Uint32Array =>
  firstOnes(countRuns(words, size));

/** How many they are. */
export const countRuns = (words: readonly Word[], size: number): number =>
  distinct(numberRuns(words, size, [{ from: 0, to: words.length }], false));

/** A number for every run of `size` words in some parts of a text, in order, with repeats: the same run has the same one in every text. `told`: as the narrator would say it. */
export const runNumbers = (
  words: readonly Word[],
  size: number,
  { parts = [{ from: 0, to: words.length }], told = false }: { parts?: readonly Part[]; told?: boolean } = {},
): Uint32Array => firstOnes(numberRuns(words, size, parts, told));

type Part = { from: number; to: number };

/** The numbers of some words, and of their runs: filled anew by every text, since memory for each would cost more than they do. */
let own = new Int32Array(1 << 10);
let numbers = new Uint32Array(1 << 10);

const firstOnes = (count: number): Uint32Array => numbers.slice(0, count);

function makeRoom(size: number): void {
  if (size <= own.length) return;
  own = new Int32Array(2 * size);
  numbers = new Uint32Array(2 * size);
}

function numberRuns(words: readonly Word[], size: number, parts: readonly Part[], told: boolean): number {
  makeRoom(words.length);
  let length = 0;
  for (const { from, to } of parts)
    for (let at = from; at < to; at += 1) own[length++] = told ? words[at]!.told : words[at]!.number;
  const count = Math.max(0, length - size + 1);
  for (let at = 0; at < count; at += 1) {
    let number = own[at]!;
    for (let next = at + 1; next < at + size; next += 1) number = Math.imul(number, 0x01000193) ^ own[next]!;
    numbers[at] = stirred(number);
  }
  return count;
}

/** Each of the first so many numbers once, in the order of their first; says how many are left. */
function distinct(count: number): number {
  let places = FEWEST_PLACES;
  while (count * 2 > places) places *= 2;
  if (places > table.length) table = new Uint32Array(places);
  else table.fill(0, 0, places);
  const mask = places - 1;
  let size = 0;
  let zero = false;
  for (let at = 0; at < count; at += 1) {
    const number = numbers[at]!;
    let place = number & mask;
    while (table[place] !== 0 && table[place] !== number) place = (place + 1) & mask;
    // An empty place holds 0: that number is told apart from it.
    if (number === 0 ? zero : table[place] === number) continue;
    zero ||= number === 0;
    table[place] = number;
    numbers[size++] = number;
  }
  return size;
}

/** Numbers by their last bits, or in the next place that was empty. */
const FEWEST_PLACES = 1 << 9;
let table = new Uint32Array(FEWEST_PLACES);

/** So that the numbers of short words spread as well. */
function stirred(number: number): number {
  const mixed = Math.imul(number ^ (number >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** The number of one word, as its fingerprint has it. */
export const numberOfWord = (word: string): number => stirred(letters(SEED, word));
