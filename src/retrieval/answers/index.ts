/** Answer quality: a second score beside retrieval. */
export { answerReader, readingTokens, type ReadAnswer } from "./read-answer.ts";
export {
  answerFacts,
  answerScore,
  answerDetails,
  answersSection,
  missingReasons,
  summariseAnswers,
  worstAnswers,
} from "./answer-report.ts";
