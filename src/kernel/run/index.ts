export { createHarness, type Harness, type HarnessConfig, type HarnessOptions } from "./harness.ts";
export { pinnedNotes, requireAddresses, readRunRecord, writeRunRecord } from "./pin.ts";
export { JOURNAL_FILE, type Run } from "./open-run.ts";
export { openRecordings } from "./recordings.ts";
export { type Permits } from "./permits.ts";
