export { commitmentText } from "./commitments.ts";
export type { BeatsFound } from "./find-beats.ts";
export {
  contentNames,
  ownNames,
  findContent,
  findNamed,
  loadPrompt,
  shippedNames,
  type ContentKind,
} from "./find-content.ts";
export { generalBackgrounds, generalNames } from "./general-people.ts";
export { guideText } from "./guide-text.ts";
export { estimateImport, importStory, type ImportEstimate } from "./import-story.ts";
export {
  guideFormat,
  guideSource,
  inspectGuide,
  inspectStory,
  type GivenGuide,
  loadStory,
  openStory,
  readSource,
  type InspectedStory,
} from "./load-story.ts";
export { slug } from "./slug.ts";
export { guideFacts } from "./guide-facts.ts";
export { guideBeat } from "./guide-beats.ts";
