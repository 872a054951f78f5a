/**
 * A set of words as sorted 32-bit numbers: a tenth of the memory of a set of strings, and two of them are compared in one pass.
 * That two of a text's few hundred words share a number happens in one text of fifty thousand, and moves its score by less than a hundredth.
 */
export const fingerprint = (words: readonly string[]): Uint32Array => Uint32Array.from(new Set(words), numberOf).sort();

/** FNV-1a over code units, with a last stir so that short words spread as well. */
function numberOf(word: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) number = Math.imul(number ^ word.charCodeAt(at), 0x01000193);
  number = Math.imul(number ^ (number >>> 16), 0x45d9f3b);
  return (number ^ (number >>> 15)) >>> 0;
}
