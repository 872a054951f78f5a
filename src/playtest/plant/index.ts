/** Faults that are planted on purpose, to know how far the detectors can be trusted. */
export { benchDetectors, type BenchWish } from "./bench-detectors.ts";
export { benchMarkdown } from "./bench-markdown.ts";
export { cleanSessions } from "./clean-sessions.ts";
export { humanRates, missingHumanText } from "./human/index.ts";
export { observeAgain } from "./observe-again.ts";
export type { Edit, Operator, Plant } from "./operator.ts";
export { operators } from "./operators/index.ts";
export { plantFaults, type Tried } from "./plant-faults.ts";
export { FIT_SEEDS, QUICK_SEEDS, REPORT_SEEDS } from "./seeds.ts";
export { transcriptOf, type Transcript } from "./transcript.ts";
