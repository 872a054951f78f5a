/** The dry run of a matrix. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { baselineWith, config, folder, playOffline, rehearse, small } from "./matrix-command.ts";

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
  const { exit, stdout } = await rehearse(...args);
  expect(exit).toBe(2);
  for (const part of [
    "1 story × 2 prompts × 1 narrator × 8 of each = 16",
    "opus-4.5",
    "Estimated time, without retries",
    "8 pairs would detect a true difference of",
    "which was not measured",
    "To detect a true difference of 5 with 80 % power: 34 pairs",
    "Cannot start:",
  ])
    expect(stdout).toContain(part);
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
  const both = JSON.parse(
    (
      await rehearse(
        "matrix",
        "--plan",
        config({
          stories: ["innsmouth", "salt-road", "long-quiet", "marrow-fair"],
          narratorModels: ["house", "house/blunt"],
          sessionsPerCombination: 2,
        }),
        "--dry-run",
        "--json",
        "--detect",
        "5",
      )
    ).stdout,
  ) as object;
  // Few stories represent all, and narrators are compared too, with every prompt's sessions counted.
  expect(both).toMatchObject({
    estimate: { sessions: 32, played: 2 },
    shows: { compared: "prompts", pairs: 8 },
    showsOfNarrators: { compared: "narrators", pairs: 8, comparisons: 1, needed: { sessions: 36 * 2 * 2 } },
  });
  expect(await rehearse("matrix", "--plan", small, "--detect", "5", "--out", out)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("--detect works only with --dry-run"),
  });
  expect(existsSync(out)).toBe(false);
});

test("a dry run with a baseline does not suggest a baseline, and reports its problems", async () => {
  const { exit, stdout } = await rehearse(
    "matrix",
    "--plan",
    config({ sessionsPerCombination: 8 }),
    "--dry-run",
    "--baseline",
    baselineWith({ seed: 3, of: () => ({ outcome: "unfinished", metrics: {} }) }),
  );
  expect(exit).toBe(2);
  expect(stdout).toContain(
    "The earlier matrix example has too few pairs to measure it; set it with --spread N.",
  );
  expect(stdout).toContain("The baseline is unfinished: 1 of its 1 session is unfinished.");
  expect(stdout).not.toContain("Take it from an earlier matrix");
});
