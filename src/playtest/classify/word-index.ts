/** A text beside many parts at once: how much of each part's words it has, by their weights. */
export type WordIndex = (words: ReadonlySet<string>) => number[];

/** Made once, since a text is then looked up word by word, and not once for every part. */
export function wordIndex(
  parts: ReadonlyArray<Iterable<readonly [word: string, weight: number]>>,
): WordIndex {
  const places = new Map<string, Array<{ part: number; weight: number }>>();
  for (const [part, words] of parts.entries()) {
    for (const [word, weight] of words) {
      const known = places.get(word);
      if (known) known.push({ part, weight });
      else places.set(word, [{ part, weight }]);
    }
  }
  return (words) => {
    const sums = parts.map(() => 0);
    for (const word of words) {
      const found = places.get(word);
      if (found) for (const { part, weight } of found) sums[part]! += weight;
    }
    return sums;
  };
}

/** The share of each part that a text has: 0 where there is nothing to find. */
export function shareIndex(parts: readonly ReadonlySet<string>[]): WordIndex {
  const index = wordIndex(parts.map((part) => Array.from(part, (word) => [word, 1] as const)));
  return (words) => index(words).map((found, part) => (found === 0 ? 0 : found / parts[part]!.size));
}
