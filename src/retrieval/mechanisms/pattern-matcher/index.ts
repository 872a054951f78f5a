export { createPatternMatcher, type PatternMatcher } from "./pattern-matcher.ts";
export { normalise, type Normalised } from "./normalise.ts";
