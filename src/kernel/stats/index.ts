export { confusionMatrix, krippendorffAlpha, quadraticKappa, spearman } from "./agreement.ts";
export { bootstrapInterval, clusterMeans, clusterStandardError } from "./bootstrap.ts";
export {
  comparePaired,
  type PairedComparison,
  comparePassFail,
  fewestPairs,
  leastP,
  verdict,
  type Verdict,
} from "./compare.ts";
export {
  eValue,
  logEValue,
  minimumWins,
  holm,
  mcnemar,
  clopperPearson,
  wilson,
  type Interval,
  FEWEST_PAIRS,
  exchangeTest,
  signFlip,
} from "./significance.ts";
export { flipInterval } from "./flip-interval.ts";
export { fisher, worseThanBefore, worseThanRuns } from "./outcome-test.ts";
export { effectSize, normalQuantile, studentQuantile } from "./distributions.ts";
export { noiseFloor } from "./noise-floor.ts";
export { minimumDetectable, pairsNeeded, testPower } from "./power.ts";
export { ndcgAt, recallAt, reciprocalRank, type Gains } from "./ranking.ts";
export {
  FAMILY_ALPHA,
  MOST_ATTEMPTS,
  passToTheK,
  repeatDesign,
  type RepeatDesign,
  type Tried,
} from "./pass-rate.ts";
