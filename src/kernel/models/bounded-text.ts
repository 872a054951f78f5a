/** More than any answer needs; an endless one must not fill the memory. */
export const MOST_BYTES = 10 * 1024 * 1024;

/** The text of a response up to a number of bytes. The rest is not read. */
export async function boundedText(
  response: Response,
  maxBytes = MOST_BYTES,
): Promise<{ text: string; whole: boolean }> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) return { text: text + decoder.decode(piece), whole: false };
    text += decoder.decode(piece, { stream: true });
  }
  return { text: text + decoder.decode(), whole: true };
}

/** A vendor, or a proxy before it, sends without end. */
export class ReplyTooLarge extends Error {
  constructor() {
    super(`the response is larger than ${MOST_BYTES / 1024 / 1024} MB`);
  }
}
