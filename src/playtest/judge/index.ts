/** LLM-as-judge: scores of a finished session with supporting quotes, stored beside it, and compared with people's. */
export { calibrateJudges } from "./calibration/calibrate-judge.ts";
export {
  CALIBRATIONS,
  readCalibrations,
  stateOf,
  type Calibrations,
} from "./calibration/calibration-store.ts";
export { addLabel, opinionsOf, readLabels } from "./calibration/human-labels.ts";
export { awaitsJudge, chooseJudge, familyOf, narratorOf, pinJudge, rubricOf } from "./choose-judge.ts";
export { judgeSession, type JudgeOptions } from "./judge-session.ts";
export {
  isJudged,
  judgeStored,
  judgingJournals,
  type Judged,
  type JudgeStoredOptions,
} from "./judge-stored.ts";
export { transcriptOf, type Line } from "./judged-transcript.ts";
export { loadRubric, metricsOf, rubricHash } from "./rubric.ts";
export { judgedVerdict, metricTitles, unusableText } from "./judged-verdict.ts";
export {
  hasScores,
  isVoid,
  keyName,
  newestOf,
  NOT_ASKED,
  qualityOf,
  readVerdicts,
  shownOf,
  spentOnVerdict,
  storedOn,
  verdictsOn,
  whyVoid,
  type StoredVerdict,
} from "./verdict-store.ts";
