export { createHarness, type Harness, type HarnessOptions } from "./harness.ts";
export { JOURNAL_FILE, type OpenRunOptions, type Run } from "./open-run.ts";
export { isAddress, type Confirm, type Permits } from "./permits.ts";
