export { confusionMatrix, krippendorffAlpha, quadraticKappa, spearman } from "./agreement.ts";
export {
  bootstrapInterval,
  type BootstrapOptions,
  clusterMeans,
  clusterStandardError,
  type ClusterKey,
} from "./bootstrap.ts";
export {
  comparePaired,
  type PairedComparison,
  type PairedInput,
  comparePassFail,
  fewestPairs,
  type PassFailComparison,
  leastP,
  verdict,
  type Verdict,
  type VerdictInput,
} from "./compare.ts";
export {
  eValue,
  logEValue,
  minimumWins,
  type WinRecord,
  holm,
  mcnemar,
  besideClopperPearson,
  clopperPearson,
  wilson,
  type Interval,
  FEWEST_PAIRS,
  exchangeTest,
  signFlip,
  type SignFlip,
} from "./significance.ts";
export { flipInterval } from "./flip-interval.ts";
export { fisher, worseThanBefore, worseThanRuns } from "./outcome-test.ts";
export { logBetaFunction, effectSize, normalQuantile, studentQuantile } from "./distributions.ts";
export { noiseFloor, type NoiseComponent, type NoiseFloor } from "./noise-floor.ts";
export { minimumDetectable, pairsNeeded, testPower } from "./power.ts";
export { averagePrecision, ndcgAt, precisionAt, recallAt, reciprocalRank, type Gains } from "./ranking.ts";
export {
  FAMILY_ALPHA,
  MOST_ATTEMPTS,
  passToTheK,
  repeatDesign,
  type RepeatDesign,
  type Tried,
} from "./pass-rate.ts";
