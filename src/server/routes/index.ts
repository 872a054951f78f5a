export { addCalibrate } from "./calibrate.ts";
export { addCheckRuns } from "./check-runs.ts";
export { addPlaytests } from "./playtests.ts";
export { addResults } from "./results.ts";
export { addRetrieval } from "./retrieval.ts";
export { addService } from "./service.ts";
export { addTestHarness } from "./test-harness.ts";
