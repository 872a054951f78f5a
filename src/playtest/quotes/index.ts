export { holds, isTooShort, plain, plainQuote, quoteOccurs } from "./quote-in.ts";
