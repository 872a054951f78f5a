/** Planted faults, to measure how far the mechanical detectors can be trusted. */
export { BENCH_SEEDS, benchDetectors, cleanSessions, COPIES } from "./bench-detectors.ts";
export { observeAgain, transcriptOf, type Transcript } from "./clean-transcript.ts";
