/** The public library. */
export { defineConfig, loadConfig, type Config } from "./config.ts";
export type * from "./contract/index.ts";
export { HarnessError } from "./kernel/errors/index.ts";
export * from "./kernel/models/index.ts";
export { createHarness, type Harness, type HarnessOptions, type Run } from "./kernel/run/index.ts";
export * as playtest from "./playtest/index.ts";
export * as retrieval from "./retrieval/index.ts";
export { createApp, serve } from "./server/index.ts";
