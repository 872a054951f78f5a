/** Answer quality: a second score beside retrieval. */
export { answerReader, estimateReading, type ReadAnswer } from "./read-answer.ts";
export {
  answerBaselineLines,
  answerDetails,
  answerLines,
  answersSection,
  missingReasons,
  summariseAnswers,
  worstAnswers,
} from "./answer-report.ts";
