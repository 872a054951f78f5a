export { recordOverride } from "./apply-calibration.ts";
export {
  calibrationDir,
  runCalibration,
  type CalibrationEvents,
  type CalibrationOptions,
} from "./run-calibration.ts";
