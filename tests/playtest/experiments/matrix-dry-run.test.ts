/** The dry run of a matrix. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { config, folder, playOffline, rehearse } from "./matrix-command.ts";

playOffline();

test("a dry run describes the plan and what it could show, and writes nothing", async () => {
  const out = join(folder(), "none");
  const plan = config({ narratorModels: ["opus-4.5"], sessionsPerCombination: 25 });
  const args = ["matrix", "--plan", plan, "--out", out, "--dry-run"];
  const json = JSON.parse((await rehearse(...args, "--json")).stdout) as {
    estimate: {
      sessions: number;
      likely: number;
      total: { low: number; high: number };
      time: { low: number; high: number };
    };
    problems: unknown[];
  };
  expect(json).toMatchObject({
    estimate: { sessions: 50, byNarrator: [{ narrator: "opus-4.5" }] },
    shows: [{ by: "prompt", groups: 25, fewest: 6, spread: { value: 9, from: "assumption" } }],
    problems: [{ code: "missing-keys" }],
  });
  expect(json.estimate.total.low).toBeGreaterThan(0);
  expect(json.estimate.likely).toBeCloseTo(Math.sqrt(json.estimate.total.low * json.estimate.total.high));
  expect(json.estimate.time.high).toBeGreaterThan(json.estimate.time.low);
  expect((await rehearse(...args)).stdout).toContain("25 groups would usually show about 7 points");
  expect(existsSync(out)).toBe(false);
});
