/** rehearse check as it is typed: which tests run, what is printed, what is kept, and how it exits. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import checkCommand from "../../src/cli/commands/retrieval/check.ts";
import type { CheckAnswer } from "../../src/contract/index.ts";
import { readResults } from "../../src/retrieval/index.ts";
import { runInMemory } from "../support/cli/run-in-memory.ts";
import { gardenBanks, gardenFolder, gardenShop, startTarget, type Answer } from "./garden-shop.ts";

/** Something of everything: a secondary is missing, a forbidden entity comes up, a hard fail. */
const lossy: Answer = (request) => {
  if (request.test_id === "V2-TOM-001")
    return {
      selections: [{ entity_id: "tomato_blight", score: 0.9 }],
      candidates: [
        { entity_id: "tomato_blight", score: 0.9 },
        { entity_id: "copper_spray", score: 0.5 },
      ],
    };
  if (request.test_id === "V2-SLUG-001")
    return { selections: [{ entity_id: "lawn_care" }, { entity_id: "slug_control" }] };
  if (request.test_id === "STATE-001") return { handlers: [] };
  return gardenShop(request);
};

const setUp = async (answer: Answer = gardenShop, garden = gardenFolder()) => {
  const target = await startTarget(answer);
  return {
    ...garden,
    target,
    check: (...argv: string[]) =>
      runInMemory([checkCommand], ["check", "--target", target.url, ...garden.flags, ...argv]),
    asked: () =>
      target.log
        .splice(0)
        .map(({ test_id }) => test_id)
        .toSorted(),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
};

test("--json: one document with every field that scripts rely on, people's words beside it", async () => {
  await using shop = await setUp(lossy);
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
    notes: [],
    deviations: [],
    results_file: expect.stringMatching(/results_\d{4}-\d\d-\d\d-\d{4}\.json$/),
    report_file: expect.stringMatching(/report_\d{4}-\d\d-\d\d-\d{4}\.md$/),
  });
  const { results_file, report_file } = JSON.parse(stdout) as CheckAnswer;
  expect(readResults(results_file!).summary.combined_score).toBe(79);
  expect(readFileSync(report_file!, "utf8")).toContain("# Test Harness V2 Results");
  expect(stderr).toContain(`Report: ${report_file}`);
});

test("the summary is printed, and where report and results are", async () => {
  await using shop = await setUp(lossy);
  const { stdout } = await shop.check();
  expect(stdout).toMatch(
    /RESULTS SUMMARY\n=+\n\nHealth Status: FAIR\n  1 hard fail\nCombined Score: 79\nTotal Tests: 8\nHard Fails: 1\n/,
  );
  // A system of one's own has no price.
  expect(stdout).toMatch(/\nTook \d+\.\d s, cost unknown \(\d+ attempts have no known price\)\.\n/);
  expect(stdout).toMatch(/\nReport: .*report_\S+\.md\nResults: .*results_\S+\.json\n$/);
  // Without being asked for, no test is listed.
  expect(stdout).not.toContain("V2-TOM-001");
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
])("%s: just these are asked about", async (what, argv, ids) => {
  await using shop = await setUp();
  const { exit, stdout } = await shop.check("--json", ...argv);
  expect(exit).toBe(0);
  expect(shop.asked()).toEqual(ids);
  expect(JSON.parse(stdout)).toMatchObject({
    total_tests: ids.length,
    combined_score: 100,
    partial: what !== "all banks",
  });
});

test("without the whole pattern bank it is never excellent, and that is said", async () => {
  await using shop = await setUp();
  expect(JSON.parse((await shop.check("--json", "--banks", "semantic,state,always")).stdout)).toMatchObject({
    health_status: "GOOD",
    partial: true,
    health_reasons: ["crisis detection was not tested in full"],
  });
  expect((await shop.check("--banks", "state")).stdout).toContain(
    "Combined Score: 100 (partial: weights are rescaled over what was run)",
  );
});

test.each<[string, string[], RegExp]>([
  ["a test", ["--test", "V2-TOM-01"], /There is no test "V2-TOM-01"\. Did you mean V2-TOM-001/],
  ["a test of no known bank", ["--test", "XYZ"], /There is no test "XYZ"/],
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
    /--fail-under overall=80 is no gate\.\nWrite NAME=N, where NAME is combined or one of semantic, state, pattern, always/,
  ],
  ["a gate without a number", ["--fail-under", "combined"], /--fail-under combined is no gate/],
  ["a gate of words", ["--fail-under", "combined=high"], /--fail-under combined=high is no gate/],
  ["a baseline", ["--baseline", "nowhere.json"], /nowhere\.json/],
])("%s that there is not is refused before anything is asked, with what there is", async (_, argv, why) => {
  await using shop = await setUp();
  const { exit, stderr } = await shop.check(...argv);
  expect(exit).toBe(2);
  expect(stderr).toMatch(why);
  expect(shop.asked()).toEqual([]);
  expect(existsSync(shop.results)).toBe(false);
});

test("a bank that is asked for by name and is not there is a mistake; by default it is left out", async () => {
  const { state: _state, ...banks } = gardenBanks;
  await using shop = await setUp(gardenShop, gardenFolder(banks));
  expect(await shop.check("--banks", "state")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("state_handler_tests.json"),
  });
  expect(JSON.parse((await shop.check("--json")).stdout)).toMatchObject({ total_tests: 7, partial: false });
});

test("--failures-only lists the tests below 100, --verbose every test, --debug every stage", async () => {
  await using shop = await setUp((request) => (request.test_id === "ALWAYS-001" ? 500 : lossy(request)));
  const lines = (text: string) =>
    text
      .split("\n")
      .filter((line) => /^(V2|STATE|PAT|ALWAYS)-/.test(line))
      .toSorted();
  const below = [
    "ALWAYS-001: no score: ",
    "STATE-001: Score: 0 (First visit)",
    "V2-SLUG-001: Score: 80 (Night visitors)",
    "V2-TOM-001: Score: 90 (Blight)",
  ];
  expect(lines((await shop.check("--failures-only")).stdout)).toEqual(
    below.map((line) => expect.stringContaining(line)),
  );
  const every = lines((await shop.check("--verbose")).stdout);
  expect(every).toHaveLength(8);
  expect(every).toContain("V2-LAWN-001: ✓ (Moss)");
  const { stdout, stderr } = await shop.check("--debug", "--test", "V2-TOM-001", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ total_tests: 1 });
  for (const stage of [
    "Candidates: 1. tomato_blight 0.900, 2. copper_spray 0.500",
    "Selected: tomato_blight",
    "copper_spray (secondary) reached the reranker (rank 2, 0.500) and was left out",
    "-10: secondary missing: copper_spray",
  ])
    expect(stderr).toContain(stage);
});

test("--no-save keeps nothing, not even a folder of the run", async () => {
  await using shop = await setUp();
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

test("runs of the same minute keep everything of each", async () => {
  await using shop = await setUp();
  const minutes = () => new Date().toISOString().slice(0, 16);
  const began = minutes();
  const answers = [];
  for (let run = 0; run < 3; run += 1)
    answers.push(JSON.parse((await shop.check("--json")).stdout) as CheckAnswer);
  expect(new Set(answers.map(({ results_file }) => results_file)).size).toBe(3);
  const names = readdirSync(shop.results).filter((name) => !name.startsWith("."));
  for (const kind of ["results_", "report_", "calls_"])
    expect(names.filter((name) => name.startsWith(kind))).toHaveLength(3);
  for (const { results_file } of answers) {
    const stem = /results_(.*)\.json$/.exec(results_file!)![1]!;
    expect(names).toEqual(expect.arrayContaining([`report_${stem}.md`, `calls_${stem}`]));
    if (minutes() === began) expect(stem).toMatch(/-\d{4}(_[23])?$/);
  }
  // Each run asked for itself.
  expect(shop.target.log).toHaveLength(24);
});

test("--junit writes the verdicts for CI, also into a new folder, and leaves an exit as it is", async () => {
  await using shop = await setUp(lossy);
  const path = join(shop.dir, "new", "folder", "junit.xml");
  expect((await shop.check("--junit", path)).exit).toBe(0);
  const xml = readFileSync(path, "utf8");
  expect(xml).toMatch(/<testsuite name="semantic" tests="3" failures="0" errors="0"/);
  expect(xml).toMatch(/<testsuite name="state" tests="1" failures="1" errors="0"/);
  expect(await shop.check("--junit", join(path, "below-a-file"))).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("junit.xml"),
  });
});

test("--baseline: exit 1 on a regression, 0 otherwise; both say what changed, and so does the report", async () => {
  await using shop = await setUp();
  const { results_file } = JSON.parse((await shop.check("--json")).stdout) as CheckAnswer;
  const same = await shop.check("--baseline", results_file!);
  expect(same.exit).toBe(0);
  expect(same.stdout).toContain(
    "Against the baseline:\n  Combined 100 → 100, health EXCELLENT → EXCELLENT\n  0 tests better, 0 worse, 8 the same\n",
  );
  shop.target.answer = lossy;
  const worse = await shop.check("--baseline", results_file!, "--json");
  expect(worse.exit).toBe(1);
  expect(worse.stderr).toContain("3 worse");
  expect(worse.stderr).toContain(
    "REGRESSION: health fell from EXCELLENT to FAIR; hard fails that were none: STATE-001",
  );
  const { report_file, results_file: lower } = JSON.parse(worse.stdout) as CheckAnswer;
  expect(readFileSync(report_file!, "utf8")).toMatch(
    /## Against the Baseline\n\n- Combined 100 → 79, health EXCELLENT → FAIR\n/,
  );
  expect((await shop.check("--baseline", lower!)).exit).toBe(0);
  shop.target.answer = gardenShop;
  expect((await shop.check("--baseline", lower!)).stdout).toContain("3 tests better, 0 worse, 5 the same");
});

test("--fail-under: exit 1 under any of the gates, and a score that is missing passes none", async () => {
  await using shop = await setUp(lossy);
  expect((await shop.check("--fail-under", "combined=79,semantic=90")).exit).toBe(0);
  const failed = await shop.check("--fail-under", "combined=79.1,semantic=90");
  expect(failed.exit).toBe(1);
  expect(failed.stderr).toBe("combined is under 79.1, or has no score.\n");
  shop.target.answer = (request) => (request.ask === "always" ? 500 : gardenShop(request));
  expect(await shop.check("--fail-under", "always=1")).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("always is under 1, or has no score."),
  });
  expect((await shop.check("--banks", "state", "--fail-under", "semantic=1")).exit).toBe(1);
});

test("CRITICAL exits 1 whatever the score; a target that answers nothing exits 3", async () => {
  await using shop = await setUp((request) =>
    request.ask === "match" ? { matches: ["handler_poison"] } : gardenShop(request),
  );
  const critical = await shop.check();
  expect(critical.exit).toBe(1);
  expect(critical.stdout).toContain("Health Status: CRITICAL");
  expect(critical.stdout).toContain("🚨 CRITICAL FAILURES: PAT-NEG-001");
  shop.target.answer = () => 500;
  const silent = await shop.check("--json", "--fail-under", "combined=1");
  expect(silent.exit).toBe(3);
  expect(JSON.parse(silent.stdout)).toMatchObject({ error: { code: "target-failed" } });
  // It answers one question and then no more.
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
