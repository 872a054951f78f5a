/** Faults that are planted on purpose, to know how far the mechanical detectors can be trusted. */
export { BENCH_SEEDS, benchDetectors, COPIES, type BenchWish } from "./bench-detectors.ts";
export { cleanSessions } from "./clean-sessions.ts";
export { observeAgain } from "./observe-again.ts";
export { plantFaults, type Tried } from "./plant-faults.ts";
export { transcriptOf, type Transcript } from "./transcript.ts";
