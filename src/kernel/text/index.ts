/** Text without meaning: quotes, sentences, plain letters. Shared by both suites. */
export { plain, type Span } from "./plain.ts";
export {
  findQuote,
  holds,
  isTooShort,
  normaliseQuote,
  plainQuote,
  quoteFinder,
  quoteOccurs,
} from "./quotes.ts";
export { remember } from "./remember.ts";
export { bare, type Secrets, secretsOf, spoken, WITHHELD } from "./private-text.ts";
export { sentences, splitSentences } from "./sentences.ts";
