/** Text without meaning: quotes, sentences, plain letters. Shared by both suites. */
export * from "./quotes.ts";
export * from "./remember.ts";
export * from "./sentences.ts";
