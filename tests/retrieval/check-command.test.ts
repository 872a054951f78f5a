/** The command rehearse check: selected tests, output, stored files and exit codes. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckResult } from "../../src/index.ts";
import { readResults } from "../../src/retrieval/index.ts";
import { gardenShop, lossy, openShop } from "./garden-shop.ts";

test("--json: one document with every field that scripts rely on, other output on stderr", async () => {
  await using shop = await openShop(lossy);
  const { exit, stdout, stderr } = await shop.check("--banks", "all", "--json");
  expect(exit).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    health_status: "FAIR",
    combined_score: 79,
    total_tests: 8,
    hard_fails: 1,
    missing: 0,
    critical_failures: [],
    component_scores: { semantic: 90, state: 0, pattern: 100, always: 100 },
    metrics: {
      recall: expect.closeTo(5 / 6),
      mrr: expect.closeTo(5 / 6),
      ndcg: expect.closeTo(0.797),
      k: 6,
      tests: 3,
    },
    latency: { p50: expect.any(Number), p95: expect.any(Number), requests: 3 },
    expectation_sources: { original: 3, opus: 0, human_override: 0 },
    health_reasons: ["1 hard fail"],
    not_tested: [],
    partial: false,
    verdict: expect.objectContaining({
      outcome: "done",
      headline: "Health is FAIR: combined score 79, 1 hard fail in 8 tests.",
    }),
    gates: [],
    notes: [],
    results_file: expect.stringMatching(/results_\d{4}-\d\d-\d\d-\d{4}\.json$/),
    report_file: expect.stringMatching(/report_\d{4}-\d\d-\d\d-\d{4}\.md$/),
    tests: expect.any(Array),
  });
  const { results_file, report_file, tests } = JSON.parse(stdout) as CheckResult;
  expect(tests).toHaveLength(8);
  expect(tests).toContainEqual(
    expect.objectContaining({ test_id: "STATE-001", mechanism: "state", score: 0, is_hard_fail: true }),
  );
  expect(readResults(results_file!).summary.combined_score).toBe(79);
  expect(readFileSync(report_file!, "utf8")).toContain("# Test Harness V2 Results");
  expect(stderr).not.toContain("Gate");
});

test("without a gate, a poor result exits 0 and says so; with a gate, or in good health, it does not", async () => {
  await using shop = await openShop(lossy);
  const words = "No gate is set: the check passes although health is FAIR.";
  expect(await shop.check()).toMatchObject({ exit: 0, stdout: expect.stringContaining(words) });
  const gated = await shop.check("--fail-under", "combined=50");
  expect(gated).toMatchObject({ exit: 0, stdout: expect.not.stringContaining("No gate is set") });
  shop.target.answer = gardenShop;
  expect((await shop.check()).stdout).not.toContain("No gate is set");
});

test.each<[string, string[], string[]]>([
  [
    "two banks",
    ["--banks", "pattern,state"],
    ["PAT-CRISIS-001", "PAT-CRISIS-002", "PAT-NEG-001", "STATE-001"],
  ],
  ["one test", ["--test", "STATE-001"], ["STATE-001"]],
  ["tests of several banks", ["--test", "V2-TOM-001,ALWAYS-001"], ["ALWAYS-001", "V2-TOM-001"]],
  ["a topic", ["--topic", "pests"], ["V2-SLUG-001"]],
  ["a pattern type", ["--pattern-type", "negative"], ["PAT-NEG-001"]],
])("%s: only these are asked", async (_, argv, ids) => {
  await using shop = await openShop();
  const { exit, stdout } = await shop.check("--json", ...argv);
  expect(exit).toBe(0);
  expect(shop.asked()).toEqual(ids);
  expect(JSON.parse(stdout)).toMatchObject({
    total_tests: ids.length,
    combined_score: 100,
    partial: true,
  });
});

test("--no-save keeps nothing, not even a folder of the run", async () => {
  await using shop = await openShop();
  const { exit, stdout, stderr } = await shop.check("--no-save", "--json");
  expect({ exit, ...(JSON.parse(stdout) as object) }).toMatchObject({
    exit: 0,
    combined_score: 100,
    results_file: null,
    report_file: null,
  });
  expect(stderr).not.toContain("Report:");
  expect(
    existsSync(shop.results)
      ? readdirSync(shop.results, { recursive: true }).filter((name) => name !== ".running")
      : [],
  ).toEqual([]);
});

test("a file for CI that cannot be written is refused before the target is asked", async () => {
  let asked = 0;
  await using shop = await openShop((request) => {
    asked += 1;
    return gardenShop(request);
  });
  writeFileSync(join(shop.dir, "file"), "");
  for (const flag of ["--junit", "--comment"])
    for (const path of [join(shop.dir, "file", "below"), shop.dir])
      expect(await shop.check(flag, path)).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining(path.includes("below") ? "file" : shop.dir),
      });
  expect(asked).toBe(0);
});

test("--fail-under: exit 1 below any gate", async () => {
  await using shop = await openShop(lossy);
  expect((await shop.check("--fail-under", "combined=79,semantic=90")).exit).toBe(0);
  const failed = await shop.check("--fail-under", "combined=79.1,semantic=90");
  expect(failed.exit).toBe(1);
  // Below a line per test, since there is no terminal.
  expect(failed.stderr.match(/^Gate .*$/gm)).toEqual(["Gate failed: combined 79 < 79.1."]);
  expect(await shop.check("--banks", "state", "--fail-under", "semantic=1")).toMatchObject({
    exit: 3,
    stdout: expect.stringContaining("Could not be judged: semantic has no score (at least 1 needed).\n"),
  });
});
