/** The playtest suite: simulated groups play a narrator; every turn is a checkpoint. */
export * from "./checkpoint/index.ts";
export * from "./compare/index.ts";
export { kindOf, type OwnKinds } from "./findings/index.ts";
export { archetypeIds } from "./archetypes/index.ts";
export { splitSentences } from "./text/index.ts";
export { guideFormOf } from "./agents/index.ts";
export { houseCast, houseContent, TRUTH_FILE } from "./house/index.ts";
export * from "./judge/index.ts";
export * from "./library/index.ts";
export * from "./experiment/index.ts";
export {
  ENOUGH_READ,
  findingsBehind,
  gateMetrics,
  judgeGate,
  isSecretMetric,
  judgedMetricNames,
  measureSession,
  readGates,
  sessionMetrics,
  unreadText,
  type Gate,
} from "./metrics/index.ts";
export { whyUnconfirmed } from "./notes/index.ts";
export * from "./observe/index.ts";
export * from "./play/index.ts";
export {
  loadCheckpoint,
  loadLatest,
  loadNewTurns,
  loadReadable,
  completeReadings,
  readingsAt,
  type Readable,
} from "./readings/index.ts";
export * from "./report/index.ts";
export {
  beatsMeasured,
  foldSession,
  newSession,
  ownPart,
  withReadings,
  type SessionState,
} from "./session/index.ts";
export {
  contentNames,
  ownNames,
  estimateImport,
  findContent,
  findNamed,
  guideFormat,
  guideSource,
  importStory,
  inspectGuide,
  inspectStory,
  loadPrompt,
  type GivenGuide,
  loadStory,
  openStory,
  readSource,
  shippedNames,
  slug,
  type BeatsFound,
  type ContentKind,
  type ImportEstimate,
  type InspectedStory,
} from "./story/index.ts";
export { sharingText, timeline, turnTitle } from "./timeline/index.ts";
