export { affectedTests, kbChanges } from "./affected-tests.ts";
export { recordOverride } from "./apply-calibration.ts";
export { estimateCalibration } from "./plan-calibration.ts";
export {
  calibrationDir,
  runCalibration,
  type CalibrationEvents,
  type CalibrationOptions,
} from "./run-calibration.ts";
export { reviewLines } from "./review-calibration.ts";
