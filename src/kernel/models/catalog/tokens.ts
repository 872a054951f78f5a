/**
 * Tokens by the bytes of their text. Real tokenisers differ by vendor and are megabytes each; at
 * 3.5 bytes a token this lies a little above them for English and Chinese alike, which is the safe
 * side for reservations and context checks. What it counts is always marked as estimated.
 */
const BYTES_PER_TOKEN = 3.5;

/** What a message costs beside its text: role and separators. */
export const TOKENS_PER_MESSAGE = 4;

export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
