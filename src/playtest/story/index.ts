export { checkStory, type StoryProblem } from "./check-story.ts";
export { guideText } from "./guide-text.ts";
export { loadPrompt } from "./load-prompt.ts";
export { loadStory, readStory } from "./load-story.ts";
export { findContent, shippedNames } from "./shipped.ts";
