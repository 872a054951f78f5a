/** The four ways in which a knowledge base comes into a conversation, as the built-in rules have them; the semantic one needs models and stands with the target. */
export { alwaysLoaded } from "./always.ts";
export {
  createPatternMatcher,
  normalise,
  type Normalised,
  type PatternMatcher,
} from "./pattern-matcher/index.ts";
export { handlersFor, holds, STATE_CONDITIONS } from "./state.ts";
