export { checkStory, type StoryProblem } from "./check-story.ts";
export type { BeatsFound } from "./find-beats.ts";
export { contentNames, findContent, shippedNames, loadPrompt } from "./find-content.ts";
export { generalBackgrounds, generalNames } from "./general-people.ts";
export { guideText, plainSummary } from "./guide-text.ts";
export { estimateImport, importStory, type ImportEstimate } from "./import-story.ts";
export {
  inspectStory,
  loadStory,
  openStory,
  readSource,
  readStory,
  type InspectedStory,
} from "./load-story.ts";
export { slug } from "./slug.ts";
