/** LLM-as-judge: scores of a finished session with quotes that prove them, kept beside it, and held against people's. */
export { agreement, FEWEST_SESSIONS, type Rated } from "./calibrate.ts";
export { calibrateJudges, type CalibrateOptions, type ControlPlan } from "./calibrate-judge.ts";
export {
  CALIBRATIONS,
  readCalibrations,
  saveCalibration,
  stateOf,
  statesOf,
  type Calibrations,
  type SavedCalibration,
} from "./calibration-store.ts";
export { failedControls } from "./failed-controls.ts";
export { ANY_JUDGE, chooseJudge, familyOf, narratorOf } from "./families.ts";
export { metricsOf } from "./judge-prompt.ts";
export { askedKey, judgeSession, NOT_ASKED, type JudgeOptions } from "./judge-session.ts";
export { judgeStored, judgingJournals, type Judged, type JudgeWish } from "./judge-stored.ts";
export { readLabelFile } from "./label-file.ts";
export { addLabels, opinionsOf, readLabels, type NewLabel } from "./labels.ts";
export { loadRubric, rubricHash } from "./load-rubric.ts";
export { controlTable } from "./null-controls.ts";
export { awaitsJudge, pinJudge, rubricOf } from "./pin-judge.ts";
export { scanInjections } from "./scan-injections.ts";
export { transcriptHash, transcriptOf, type Line } from "./transcript.ts";
export { doubtsOf, metricTitles, unusableText, verdictSection } from "./verdict-lines.ts";
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
  type StoredVerdict,
} from "./verdict-store.ts";
