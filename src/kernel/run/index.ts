export { createHarness, type Harness, type HarnessConfig, type HarnessOptions } from "./harness.ts";
export { pinnedNotes, requireAddresses, lostFromRun, readRunRecord, writeRunRecord } from "./pin.ts";
export { JOURNAL_FILE, type Run } from "./open-run.ts";
export { openRecordings, type PlaybackOptions } from "./recordings.ts";
export { type Confirm, type Permits } from "./permits.ts";
