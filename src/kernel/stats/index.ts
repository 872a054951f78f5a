export { fewestSeparate, orderAgreement, unitsToReach, type OrderAgreement } from "./agreement.ts";
export {
  clopperPearson,
  eValue,
  FEWEST_PAIRS,
  holm,
  minimumWins,
  signFlip,
  wilson,
  type Interval,
} from "./significance.ts";
export { pairedDifference, pairsFor, worseP, type PairedDifference } from "./paired-difference.ts";
export { ndcgAt, recallAt, reciprocalRank, type Gains } from "./ranking.ts";
