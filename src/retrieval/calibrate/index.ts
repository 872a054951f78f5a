export { affectedTests, kbChanges, type Affected } from "./affected-tests.ts";
export { applyCalibration, recordOverride } from "./apply-calibration.ts";
export { calibrate, type Calibrated, type CalibrateOptions } from "./ask-calibrator.ts";
export {
  estimateCalibration,
  planCalibration,
  type CalibrationEstimate,
  type CalibrationPlan,
  type CalibrationSelection,
} from "./plan-calibration.ts";
export {
  calibrationDir,
  runCalibration,
  type CalibrationEvents,
  type CalibrationOptions,
  type CalibrationOutcome,
} from "./run-calibration.ts";
