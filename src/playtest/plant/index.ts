/** Faults that are planted on purpose, to know how far the detectors can be trusted. */
export { benchDetectors, COPIES, type BenchWish } from "./bench-detectors.ts";
export { benchMarkdown } from "./bench-markdown.ts";
export { cleanSessions } from "./clean-sessions.ts";
export { humanBench, missingHumanText } from "./human/index.ts";
export { observeAgain } from "./observe-again.ts";
export type { Edit, Operator, Plant } from "./operator.ts";
export { operators } from "./operators/index.ts";
export { plantFaults, type Tried } from "./plant-faults.ts";
export { plantIndependent } from "./independent/index.ts";
export { bankFor, FIT_SEEDS, QUICK_SEEDS, REPORT_SEEDS } from "./seeds.ts";
export { poolByFinding } from "./pool-by-finding.ts";
export { transcriptOf, type Transcript } from "./transcript.ts";
