/** Text without meaning: words, sentences, runs of words, quotes, word lists. Shared by the whole suite. */
export {
  findQuote,
  holds,
  isTooShort,
  normaliseQuote,
  plain,
  plainQuote,
  quoteOccurs,
  remember,
  sentences,
  splitSentences,
  type Span,
} from "../../kernel/text/index.ts";
export { numberedSentences, type NumberedSentence } from "./numbered-sentences.ts";
export { numberWords, titles, contentWords, shingles, words, wordSpans, type WordSpan } from "./words.ts";
