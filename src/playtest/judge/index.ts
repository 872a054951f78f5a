/** LLM-as-judge: scores of a finished session with supporting quotes, stored beside it, and compared with people's. */
export { agreement, FEWEST_SESSIONS, type Rated } from "./calibration/agreement.ts";
export { calibrateJudges, type CalibrateOptions, type ControlPlan } from "./calibration/calibrate-judge.ts";
export {
  CALIBRATIONS,
  readCalibrations,
  saveCalibration,
  stateOf,
  type Calibrations,
  type SavedCalibration,
} from "./calibration/calibration-store.ts";
export {
  controlVerdicts,
  FEWEST_CONTROL_SESSIONS,
  type ControlVerdict,
} from "./calibration/control-verdicts.ts";
export {
  addLabels,
  opinionsOf,
  readLabelFile,
  readLabels,
  type NewLabel,
} from "./calibration/human-labels.ts";
export { controlTable } from "./calibration/null-controls.ts";
export { awaitsJudge, chooseJudge, familyOf, narratorOf, pinJudge, rubricOf } from "./choose-judge.ts";
export { askedKey, judgeSession, NOT_ASKED, type JudgeOptions } from "./judge-session.ts";
export { judgeStored, judgingJournals, type Judged, type JudgeStoredOptions } from "./judge-stored.ts";
export { transcriptOf, type Line } from "./judged-transcript.ts";
export { loadRubric, metricsOf, rubricHash } from "./rubric.ts";
export { doubtsOf, metricTitles, unusableText, verdictSection } from "./verdict-section.ts";
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
