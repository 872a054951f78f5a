export { addCalibrate } from "./calibrate.ts";
export { addCheckRuns } from "./check-runs.ts";
export { addResults } from "./results.ts";
export { addRetrieval } from "./retrieval.ts";
export { addService } from "./service.ts";
export { addSessions } from "./sessions.ts";
export { addTestHarness } from "./test-harness.ts";
