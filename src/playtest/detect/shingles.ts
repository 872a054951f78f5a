/** Every run of `size` words, in order, with repeats. */
export function shingles(words: readonly string[], size: number): string[] {
  const found: string[] = [];
  for (let at = 0; at + size <= words.length; at += 1) found.push(words.slice(at, at + size).join(" "));
  return found;
}
