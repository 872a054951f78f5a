export { checkStory, type StoryProblem } from "./check-story.ts";
export { generalBackgrounds, generalNames } from "./general-people.ts";
export { guideText } from "./guide-text.ts";
export { loadPrompt } from "./load-prompt.ts";
export { loadStory, readStory } from "./load-story.ts";
export { plainSummary } from "./plain-summary.ts";
export { findContent, shippedNames } from "./shipped.ts";
