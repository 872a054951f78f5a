export { averagePrecision, ndcgAt, precisionAt, recallAt, reciprocalRank, type Gains } from "./ranking.ts";
export { signFlip, type SignFlip } from "./sign-flip.ts";
