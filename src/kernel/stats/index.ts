export { fewestSeparate, orderAgreement, type OrderAgreement } from "./agreement.ts";
export { clopperPearson, eValue, holm, wilson, type Interval } from "./significance.ts";
export { pairedDifference, worseP, type PairedDifference } from "./paired-difference.ts";
export { ndcgAt, recallAt, reciprocalRank, type Gains } from "./ranking.ts";
