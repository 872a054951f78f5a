export { affectedTests, kbChanges, type Affected, type KbChanges } from "./affected-tests.ts";
export { applyCalibration, type ApplyOptions } from "./apply-calibration.ts";
export { calibrate, type Calibrated, type CalibrateOptions } from "./calibrate.ts";
export { estimateCalibration, type CalibrationEstimate } from "./estimate-calibration.ts";
export { recordOverride, type Override } from "./record-override.ts";
