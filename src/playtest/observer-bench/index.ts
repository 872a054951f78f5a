export { benchObserver, type BenchObserverOptions, type ReadCorpus } from "./bench-observer.ts";
export { estimateReading, type ReadingEstimate } from "./estimate-reading.ts";
export { findingLines } from "./finding-lines.ts";
export { kindOfLabel } from "./labels.ts";
export { observerBench, type ObserverBench } from "./observer-bench.ts";
export { readCorpus, type Corpus } from "./read-corpus.ts";
export type { KindScore, Mistake } from "./score-readings.ts";
