export { affectedTests, kbChanges, type Affected, type KbChanges } from "./affected-tests.ts";
export { applyCalibration, type ApplyOptions } from "./apply-calibration.ts";
export { calibrate, type Calibrated, type CalibrateOptions } from "./calibrate.ts";
export { estimateCalibration, type CalibrationEstimate } from "./estimate-calibration.ts";
export { recordOverride, type Override } from "./record-override.ts";
export {
  calibrationDir,
  runCalibration,
  type CalibrationEvents,
  type CalibrationOptions,
  type CalibrationOutcome,
} from "./calibration-suite.ts";
export { planCalibration, type CalibrationPlan, type CalibrationWish } from "./plan-calibration.ts";
