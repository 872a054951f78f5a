/** `rehearse bench observer`: how well a reader finds what people have labelled. */
export { kindOfLabel, readCorpus, type Corpus } from "./corpus.ts";
export { findingLines, observerBench, type ObserverBench } from "./observer-bench-result.ts";
export {
  benchObserver,
  estimateReading,
  type BenchObserverOptions,
  type ReadCorpus,
  type ReadingEstimate,
} from "./run-observer-bench.ts";
export type { KindScore, Mistake } from "./score-readings.ts";
