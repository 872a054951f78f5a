export { createPatternMatcher, type PatternMatcher } from "./pattern-matcher.ts";
