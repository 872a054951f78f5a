/** Text without meaning: words, sentences, runs of words, quotes. One place for detectors, classifier, agents, judge and reader. */
export { plain, unwrapped, wrappedPattern, type Span } from "./plain.ts";
export { findQuote, holds, isTooShort, normaliseQuote, plainQuote, quoteOccurs } from "./quotes.ts";
export { sentences, splitSentences } from "./sentences.ts";
export { shingles } from "./shingles.ts";
export { share, storyWords, wordsOfAll, type Words } from "./story-words.ts";
export { contentWords, words, wordSpans, type WordSpan } from "./words.ts";
