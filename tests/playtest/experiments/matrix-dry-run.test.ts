/** The dry run of a matrix. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { config, folder, playOffline, rehearse, small } from "./matrix-command.ts";

playOffline();

test("a dry run describes the plan and its power, and writes nothing", async () => {
  const out = join(folder(), "none");
  const args = [
    "matrix",
    "--plan",
    config({ narratorModels: ["opus-4.5"], sessionsPerCombination: 8 }),
    "--out",
    out,
    "--dry-run",
    "--detect",
    "5",
  ];
  const json = JSON.parse((await rehearse(...args, "--json", "--spread", "4")).stdout) as {
    estimate: {
      sessions: number;
      likely: number;
      total: { low: number; high: number };
      time: { low: number; high: number };
    };
    shows: object;
    problems: unknown[];
  };
  expect(json).toMatchObject({
    estimate: { sessions: 16, byNarrator: [{ narrator: "opus-4.5" }] },
    shows: { spread: { value: 4, from: "flag" } },
    problems: [{ code: "missing-keys" }],
  });
  expect(json.estimate.total.low).toBeGreaterThan(0);
  expect(json.estimate.likely).toBeCloseTo(Math.sqrt(json.estimate.total.low * json.estimate.total.high));
  expect(json.estimate.time.high).toBeGreaterThan(json.estimate.time.low);
  expect(existsSync(out)).toBe(false);
  expect(await rehearse("matrix", "--plan", small, "--detect", "5", "--out", out)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("--detect works only with --dry-run"),
  });
  expect(existsSync(out)).toBe(false);
});
