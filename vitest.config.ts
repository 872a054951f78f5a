import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/setup/longest-first.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "viewer/src/**/*.test.ts", "tests/**/*.test.ts"],
    globalSetup: "tests/support/setup/scratch-folder.ts",
    setupFiles: "tests/support/setup/leave-no-trace.ts",
    // No test replaces a module, so files can share what they import instead of importing it anew, each for itself.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // By default one core is left to whoever starts the tests: of two, that is half. Some tests wait for a browser or a process most of
    // the time, so more files run at once than there are cores. Vitest takes no more than 100 % as a percentage.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Waits are for conditions. On a busy machine they take longer, so limits only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
