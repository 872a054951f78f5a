/** Answer quality: a second score beside retrieval. */
export { answerReader, estimateReading, type ReadAnswer } from "./read-answer.ts";
export {
  answerFacts,
  answerDetails,
  answerLines,
  answersSection,
  missingReasons,
  summariseAnswers,
  worstAnswers,
} from "./answer-report.ts";
