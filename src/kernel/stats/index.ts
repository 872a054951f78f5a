export { confusionMatrix, krippendorffAlpha, quadraticKappa, spearman, type Level } from "./agreement.ts";
export { bootstrapInterval, type BootstrapOptions } from "./bootstrap.ts";
export { clopperPearson, wilson, type Interval } from "./proportion.ts";
export { averagePrecision, ndcgAt, precisionAt, recallAt, reciprocalRank, type Gains } from "./ranking.ts";
export { signFlip, type SignFlip } from "./sign-flip.ts";
