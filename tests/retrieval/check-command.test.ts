/** The command rehearse check: selected tests, output, stored files and exit codes. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckAnswer } from "../../src/contract/index.ts";
import type { CheckResult } from "../../src/index.ts";
import { readResults } from "../../src/retrieval/index.ts";
import { casesWith, readJunit } from "../support/report/junit-file.ts";
import { gardenShop, lossy, openShop, type Answer } from "./garden-shop.ts";

test("--json: one document with every field that scripts rely on, other output on stderr", async () => {
  await using shop = await openShop(lossy);
  const { exit, stdout, stderr } = await shop.check("--json");
  expect(exit).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    health_status: "FAIR",
    combined_score: 79,
    total_tests: 8,
    hard_fails: 1,
    missing: 0,
    critical_failures: [],
    component_scores: { semantic: 90, state: 0, pattern: 100, always: 100 },
    expectation_sources: { original: 3, opus: 0, human_override: 0 },
    health_reasons: ["1 hard fail"],
    by_built_in: [],
    partial: false,
    outcome: { version: 2, verdict: "no-gate", exit: 0, says: "No gate was set.", gates: [] },
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
  expect(stderr).toContain("No gate set: exit 0 although health is FAIR.");
});

test("without a gate, a poor result exits 0 and says so; with a gate, or in good health, it does not", async () => {
  await using shop = await openShop(lossy);
  const words = "No gate set: exit 0 although health is FAIR. Set one with --fail-under combined=80";
  expect(await shop.check()).toMatchObject({ exit: 0, stdout: expect.stringContaining(words) });
  expect(await shop.check("--json")).toMatchObject({ exit: 0, stderr: expect.stringContaining(words) });
  const gated = await shop.check("--fail-under", "combined=50");
  expect(gated).toMatchObject({ exit: 0, stdout: expect.not.stringContaining("No gate set") });
  shop.target.answer = gardenShop;
  expect((await shop.check()).stdout).not.toContain("No gate set");
});

test.each<[string, string[], string[]]>([
  [
    "two banks",
    ["--banks", "pattern,state"],
    ["PAT-CRISIS-001", "PAT-CRISIS-002", "PAT-NEG-001", "STATE-001"],
  ],
  [
    "all banks",
    ["--banks", "all"],
    [
      "ALWAYS-001",
      "PAT-CRISIS-001",
      "PAT-CRISIS-002",
      "PAT-NEG-001",
      "STATE-001",
      "V2-LAWN-001",
      "V2-SLUG-001",
      "V2-TOM-001",
    ],
  ],
  ["one test", ["--test", "STATE-001"], ["STATE-001"]],
  ["tests of several banks", ["--test", "V2-TOM-001,ALWAYS-001"], ["ALWAYS-001", "V2-TOM-001"]],
  ["a topic", ["--topic", "pests"], ["V2-SLUG-001"]],
  ["a pattern type", ["--pattern-type", "negative"], ["PAT-NEG-001"]],
])("%s: only these are asked", async (what, argv, ids) => {
  await using shop = await openShop();
  const { exit, stdout } = await shop.check("--json", ...argv);
  expect(exit).toBe(0);
  expect(shop.asked()).toEqual(ids);
  expect(JSON.parse(stdout)).toMatchObject({
    total_tests: ids.length,
    combined_score: 100,
    partial: what !== "all banks",
  });
});

test.each<[string, string[], RegExp]>([
  ["a test", ["--test", "V2-TOM-01"], /Unknown test "V2-TOM-01"\. Did you mean V2-TOM-001/],
  ["a test of no known bank", ["--test", "XYZ"], /Unknown test "XYZ"/],
  [
    "a topic",
    ["--topic", "tomatos"],
    /No test has the topic "tomatos"\. Did you mean tomatoes\?\nTopics: lawn, pests, tomatoes\./,
  ],
  ["a bank", ["--banks", "semantics"], /semantics/],
  ["a pattern type", ["--pattern-type", "crises"], /crises/],
  [
    "a gate",
    ["--fail-under", "overall=80"],
    /--fail-under overall=80 is not a gate\.\nWrite NAME=N, where NAME is combined or one of semantic, state, pattern, always/,
  ],
  ["a gate without a number", ["--fail-under", "combined"], /--fail-under combined is not a gate/],
  ["a gate of words", ["--fail-under", "combined=high"], /--fail-under combined=high is not a gate/],
  ["a baseline", ["--baseline", "nowhere.json"], /nowhere\.json/],
])("%s that does not exist is refused before any call, with the known ones", async (_, argv, why) => {
  await using shop = await openShop();
  const { exit, stderr } = await shop.check(...argv);
  expect(exit).toBe(2);
  expect(stderr).toMatch(why);
  expect(shop.asked()).toEqual([]);
  expect(existsSync(shop.results)).toBe(false);
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

const withoutState: Answer = (request) => (request.ask === "handlers" ? 400 : gardenShop(request));

test("--junit: a failure if and only if the exit code is 1, also for targets that are down", async () => {
  for (const [answers, flags, exit] of [
    [gardenShop, [], 0],
    [lossy, [], 0],
    [lossy, ["--fail-under", "state=50"], 1],
    [gardenShop, ["--fail-under", "combined=50"], 0],
    [withoutState, [], 3],
    [withoutState, ["--fail-under", "semantic=101"], 1],
  ] as const) {
    await using shop = await openShop(answers);
    const [junit, comment] = [join(shop.dir, "new", "junit.xml"), join(shop.dir, "comment.md")];
    expect((await shop.check("--junit", junit, "--comment", comment, ...flags)).exit).toBe(exit);
    const root = readJunit(readFileSync(junit, "utf8"));
    expect(casesWith(root, "failure").length > 0).toBe(exit === 1);
    expect(casesWith(root, "error").length > 0).toBe(answers === withoutState);
    for (const { children } of [...casesWith(root, "failure"), ...casesWith(root, "error")])
      expect(children[0]!.text.split("\n")[0]).toMatch(/^[A-Z].*\.$/);
    expect(readFileSync(comment, "utf8")).toMatch(/^<!-- rehearse:check:127.0.0.1-rag -->\n\n### /);
  }
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

test("--fail-under: exit 1 below any gate, and a missing score fails", async () => {
  await using shop = await openShop(lossy);
  expect((await shop.check("--fail-under", "combined=79,semantic=90")).exit).toBe(0);
  const failed = await shop.check("--fail-under", "combined=79.1,semantic=90");
  expect(failed.exit).toBe(1);
  // Below a line per test, since there is no terminal.
  expect(failed.stderr.match(/^Gate .*$/gm)).toEqual(["Gate failed: combined 79 < 79.1."]);
  shop.target.answer = (request) => (request.ask === "always" ? 500 : gardenShop(request));
  expect(await shop.check("--fail-under", "always=1")).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("Gate failed: always has no score (at least 1 needed).\n"),
  });
  expect((await shop.check("--banks", "state", "--fail-under", "semantic=1")).exit).toBe(1);
});

test("with a gate, tests without an answer are no verdict: a target that is mostly down does not pass", async () => {
  await using shop = await openShop();
  const { results_file } = JSON.parse((await shop.check("--json")).stdout) as CheckAnswer;
  shop.target.answer = (request) => (request.test_id === "V2-LAWN-001" ? 500 : gardenShop(request));
  expect((await shop.check()).exit).toBe(0);
  const comment = join(shop.dir, "down.md");
  for (const gate of [
    ["--fail-under", "combined=90"],
    ["--baseline", results_file!],
  ]) {
    const { exit, stderr } = await shop.check(...gate, "--comment", comment);
    expect({ gate, exit }).toEqual({ gate, exit: 3 });
    expect(stderr).toContain("No verdict on 1 test without an answer: V2-LAWN-001.\n");
    expect(readFileSync(comment, "utf8")).toMatch(/### ⚠️ rehearse check[^]* retry\.attempts is reached\.\n/);
  }
});

test("CRITICAL exits 1 regardless of the score; a target without any answer exits 3", async () => {
  await using shop = await openShop((request) =>
    request.ask === "match" ? { matches: ["handler_poison"] } : gardenShop(request),
  );
  const critical = await shop.check();
  expect(critical.exit).toBe(1);
  expect(critical.stdout).toContain("Health Status: CRITICAL");
  expect(critical.stdout).toContain("🚨 CRITICAL FAILURES: PAT-NEG-001");
  shop.target.answer = () => 500;
  const silent = await shop.check("--json", "--fail-under", "combined=1");
  expect(silent.exit).toBe(3);
  expect(JSON.parse(silent.stdout)).toMatchObject({ error: { code: "outside-failed" } });
  // It answers only one question.
  let asked = 0;
  shop.target.answer = (request) => (asked++ === 0 ? gardenShop(request) : 500);
  const mute = await shop.check("--json", "--banks", "pattern,always");
  expect(mute.exit).toBe(3);
  expect(JSON.parse(mute.stdout)).toMatchObject({
    missing: 3,
    critical_failures: [],
    component_scores: { always: null },
  });
});
