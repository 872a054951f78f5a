import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** The same tests with their long kill, fault and statistics runs. */
export default mergeConfig(
  base,
  defineConfig({ test: { env: { REHEARSE_FULL: "1" }, testTimeout: 1_800_000 } }),
);
