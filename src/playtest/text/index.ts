/** Text without meaning: words, sentences, runs of words, quotes, word lists. Shared by the whole suite. */
export { plain, unwrapped, wrappedPattern, type Span } from "./plain.ts";
export { findQuote, holds, isTooShort, normaliseQuote, plainQuote, quoteOccurs } from "./quotes.ts";
export { remember } from "./remember.ts";
export { sentences, splitSentences } from "./sentences.ts";
export { numberWords, titles } from "./word-lists.ts";
export {
  contentWords,
  share,
  shingles,
  storyWords,
  words,
  wordsOfAll,
  wordSpans,
  type WordSpan,
} from "./words.ts";
