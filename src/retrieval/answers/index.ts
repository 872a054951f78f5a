/** Answer quality: a second score beside retrieval. */
export { answerReader, estimateReading, type ReadAnswer } from "./read-answer.ts";
export {
  answerBaselineLines,
  answerDetails,
  answerLines,
  answersSection,
  summariseAnswers,
} from "./answer-report.ts";
