/** Every run of `size` words, in order, with repeats. */
export const shingles = (words: readonly string[], size: number): string[] =>
  words.slice(size - 1).map((_, at) => words.slice(at, at + size).join(" "));
