/** The guide's example target runs, and a check of it does not count mechanisms that it lacks. */
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runRehearse } from "../support/cli/rehearse-process.ts";

test(
  "the example server is a target: mechanisms that it lacks are not counted",
  { timeout: 120_000 },
  async () => {
    const server = spawn(
      process.execPath,
      [fileURLToPath(new URL("../../examples/http-target.mts", import.meta.url)), "0"],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    try {
      const url = await new Promise<string>((resolve) =>
        server.stdout.setEncoding("utf8").on("data", (text: string) => resolve(/http:\S+/.exec(text)![0])),
      );
      const { stdout, exit } = await runRehearse(["check", "--target", url, "--out", "results", "--json"], {
        cwd: mkdtempSync(join(tmpdir(), "example-")),
        env: {},
      });
      const answer = JSON.parse(stdout) as {
        combined_score: number;
        component_scores: { semantic: number };
        not_tested: string[];
        partial: boolean;
      };
      expect(exit).toBe(0);
      expect(answer).toMatchObject({ partial: true, not_tested: ["state", "pattern", "always"] });
      expect(answer.combined_score).toBe(answer.component_scores.semantic);
    } finally {
      server.kill();
    }
  },
);
