const use = /\{([a-z]+)\}/g;

/** Puts in what `{child}` stands for. A list of words may use others; one that leads back to itself is an error. */
export function expandWords(
  pattern: string,
  words: Readonly<Record<string, string>>,
): { source: string } | { wrong: string } {
  try {
    return { source: expand(pattern, words, []) };
  } catch (reason) {
    if (reason instanceof BadWords) return { wrong: reason.message };
    throw reason;
  }
}

class BadWords extends Error {}

function expand(text: string, words: Readonly<Record<string, string>>, within: readonly string[]): string {
  return text.replace(use, (written, name: string) => {
    const list = Object.hasOwn(words, name) ? words[name] : undefined;
    if (list === undefined)
      throw new BadWords(`${written} is not in "words" (known: ${Object.keys(words).join(", ") || "none"})`);
    if (within.includes(name)) throw new BadWords(`${written} in "words" leads back to itself`);
    return `(?:${expand(list, words, [...within, name])})`;
  });
}
