export { recordOverride } from "./apply-calibration.ts";
export {
  calibrationDir,
  runCalibration,
  type CalibrationEvents,
  type CalibrationOptions,
  type CalibrationOutcome,
} from "./run-calibration.ts";
export { reviewLines } from "./review-calibration.ts";
