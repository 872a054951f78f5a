/** Every run of `size` words, in order, with repeats. */
export function shingles(words: readonly string[], size: number): string[] {
  const found: string[] = [];
  for (let at = 0; at + size <= words.length; at += 1) {
    let run = words[at]!;
    for (let next = at + 1; next < at + size; next += 1) run += ` ${words[next]!}`;
    found.push(run);
  }
  return found;
}

/**
 * The same as numbers: two runs have the same one where they have the same words. Exact, since each is told by its first
 * words' number and its last word, and a tenth of the work of putting texts together.
 */
export function shingleNumbers(words: readonly string[], size: number): number[] {
  const ids = new Map<string, number>();
  let numbers = words.map((word) => numberIn(ids, word));
  for (let length = 2; length <= size; length += 1) {
    const longer = new Map<number, number>();
    numbers = numbers
      .slice(0, -1)
      .map((run, at) => numberIn(longer, run * ids.size + ids.get(words[at + length - 1]!)!));
  }
  return numbers;
}

function numberIn<Key>(numbers: Map<Key, number>, key: Key): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}
