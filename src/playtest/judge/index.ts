/** LLM-as-judge: scores of a finished session with supporting quotes, stored beside it, and compared with people's. */
export { calibrateJudges } from "./calibration/calibrate-judge.ts";
export {
  CALIBRATIONS,
  readCalibrations,
  stateOf,
  type Calibrations,
} from "./calibration/calibration-store.ts";
export { type ControlPlan } from "./calibration/controls.ts";
export { addLabel, opinionsOf, readLabelFile, readLabels } from "./calibration/human-labels.ts";
export { awaitsJudge, chooseJudge, familyOf, narratorOf, pinJudge, rubricOf } from "./choose-judge.ts";
export { judgeSession, NOT_ASKED, type JudgeOptions } from "./judge-session.ts";
export { judgeStored, judgingJournals, type Judged, type JudgeStoredOptions } from "./judge-stored.ts";
export { transcriptOf, type Line } from "./judged-transcript.ts";
export { loadRubric, metricsOf, rubricHash } from "./rubric.ts";
export { metricTitles, unusableText, verdictSection } from "./verdict-section.ts";
export {
  hasScores,
  isVoid,
  keyName,
  newestOf,
  qualityOf,
  readVerdicts,
  shownOf,
  spentOnVerdict,
  storedOn,
  verdictsOn,
  whyVoid,
  type StoredVerdict,
} from "./verdict-store.ts";
