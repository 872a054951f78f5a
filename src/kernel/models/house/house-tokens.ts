/** Tokens without a tokenizer: four bytes of UTF-8 each. Close for English, and the same on every machine. */
const bytesPerToken = 4;

export function countTokens(...texts: string[]): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return Math.ceil(bytes / bytesPerToken);
}

/** The longest beginning of the text that is no more than `tokens`, without half a character at its end. */
export function cutToTokens(text: string, tokens: number): string {
  const bytes = Buffer.from(text);
  let end = Math.min(bytes.length, Math.max(0, tokens) * bytesPerToken);
  while (end > 0 && end < bytes.length && isContinuation(bytes[end]!)) end -= 1;
  return end === bytes.length ? text : bytes.toString("utf8", 0, end);
}

/** In UTF-8, every byte of a character but its first has the form 10xxxxxx. */
const isContinuation = (byte: number) => byte >> 6 === 0b10;
