export { calculateScore, FULL_SCORE, type Evaluation, type Score } from "./calculate-score.ts";
export { interpretScore, scoreDistribution, type ScoreRange } from "./interpret-score.ts";
