export { createPatternMatcher, type PatternMatcher } from "./create-pattern-matcher.ts";
export { normalise, type Normalised } from "./normalise.ts";
