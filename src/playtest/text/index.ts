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
  unwrapped,
  wrappedPattern,
  type Span,
} from "../../kernel/text/index.ts";
export { numberedSentences, type NumberedSentence } from "./numbered-sentences.ts";
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
