import { beforeAll, expect, test } from "vitest";
import {
  goodTarget,
  selected,
  smallBanks,
  smallCheck,
} from "../../../tests/support/retrieval/small-check.ts";
import { semanticTest, type CheckResults } from "../../contract/index.ts";
import { ProviderFailure } from "../../kernel/models/index.ts";
import type { Target } from "../mechanisms/index.ts";
import { checkReport } from "./index.ts";

/** Loses points in every possible way. */
const failingTarget: Target = {
  ...goodTarget,
  semantic: async ({ test_id }) => {
    if (test_id === "V2-GONE-001")
      throw new ProviderFailure({
        code: "outside-failed",
        message: "answered 500: no such index",
        remedy: "",
        transient: true,
        billing: "none",
      });
    if (test_id === "V2-GR-001")
      return {
        selections: selected("boundary_setting", "gray_rock", "handler_crisis"),
        candidates: ["gray_rock", "boundary_setting", "biff_response"].map((entity_id, index) => ({
          entity_id,
          rank: index + 1,
          score: 0.9 - index / 10,
        })),
      };
    return {
      selections: [],
      candidates: [...Array.from({ length: 17 }, (_, index) => `other_${index}`), "loyalty_binds"].map(
        (entity_id, index) => ({ entity_id, rank: index + 1, score: 0.5 - index / 100 }),
      ),
    };
  },
  pattern: async () => ({ matches: [], details: [] }),
  always: async () => ({ loaded: [] }),
};
const semantic = [
  ...smallBanks.semantic!,
  semanticTest.parse({
    test_id: "V2-GONE-001",
    name: "Unanswered",
    topics: ["7"],
    prompt: "are you there",
    expected_primary: ["gray_rock"],
  }),
  semanticTest.parse({
    test_id: "V2-NONE-001",
    name: "Nothing forbidden came",
    topics: ["2024", "quiet"],
    prompt: "the weather is fine",
    not_expected: ["handler_crisis"],
  }),
];

let results: CheckResults;
let report: string;
beforeAll(async () => {
  results = await smallCheck(failingTarget, { banks: { ...smallBanks, semantic } });
  report = checkReport(results, {
    notes: ["Offline models stood in."],
    baseline: ["## Against the Baseline", "", "- worse", ""],
  });
});

/** The text under a heading. */
const section = (text: string, heading: string): string =>
  text.split(/^(?=##? )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? "";
const testPart = (text: string, id: string): string =>
  text.split(/^(?=###? )/m).find((part) => part.startsWith(`### ${id}`)) ?? "";

test("notes and health come first, then critical failures, then the tables in the spec's order, then every failure, then the cost", () => {
  expect(report.split("\n").filter((line) => /^##? /.test(line))).toEqual([
    "# Test Harness V2 Results",
    "## 🚨 Critical Failures",
    "## Summary",
    "## Deviations",
    "## Against the Baseline",
    "## Score Distribution (Semantic)",
    "## Topic Scores (Semantic)",
    "## Expectation Sources",
    "## Ranking",
    "## Where Expected Entities Were Lost",
    "## State Handlers",
    "## Pattern Types",
    "## Always Loaded",
    "## Semantic Test Failures",
    "## Pattern Test Failures",
    "## Always Test Failures",
    "## Cost",
  ]);
  expect(report.split("\n").slice(0, 6)).toEqual([
    "# Test Harness V2 Results",
    "",
    "> **Offline models stood in.**",
    "",
    `**Date:** ${results.timestamp}`,
    "**Health Status:** CRITICAL",
  ]);
  expect(section(report, "🚨 Critical Failures")).toContain(
    '- PAT-CRISIS-001: missed "i want to end it all"',
  );
  expect(report.slice(0, report.indexOf("---"))).toContain("- crisis detection failed: PAT-CRISIS-001");
});

test("distinguishes a false positive from a missed crisis", async () => {
  const alarmed = checkReport(
    await smallCheck({
      ...goodTarget,
      pattern: async () => ({
        matches: ["handler_crisis"],
        details: [{ entity_id: "handler_crisis", by: "want to d", text: "want to d" }],
      }),
    }),
  );
  expect(section(alarmed, "🚨 Critical Failures")).toContain(
    '- PAT-NEG-001: false positive on "i want to diet"',
  );
  expect(testPart(alarmed, "PAT-NEG-001")).toContain('- handler\\_crisis by want to d, in "want to d"');
});

test("the component table has scores, tests, hard fails and what is missing", () => {
  expect(section(report, "Summary")).toContain(
    [
      "| Component | Score | Tests | Hard Fails | Missing |",
      "| --- | --- | --- | --- | --- |",
      "| Semantic | 53.3 | 4 | 1 | 1 |",
      "| State | 100 | 1 | 0 | 0 |",
      "| Pattern | 50 | 2 | 1 | 0 |",
      "| Always | 0 | 1 | 1 | 0 |",
      "| **Combined** | **54.5** | **8** | **3** | **1** |",
    ].join("\n"),
  );
});

test("missing scores are dashes", async () => {
  const failing = () =>
    Promise.reject(
      new ProviderFailure({
        code: "outside-failed",
        message: "down",
        remedy: "",
        transient: true,
        billing: "none",
      }),
    );
  const text = checkReport(await smallCheck({ ...goodTarget, state: failing }));
  expect(section(text, "Summary")).toContain("| State | – | 1 | 0 | 1 |");
  expect(section(text, "State Handlers")).toContain("| handler\\_returning\\_user | – | 1 | 0 |");
});

test("the distribution goes from 100 down to 0, without missing scores", () => {
  expect(section(report, "Score Distribution (Semantic)").match(/^\| [\d-]+ \| \d+ \|$/gm)).toEqual([
    "| 100 | 1 |",
    "| 90-99 | 0 |",
    "| 80-89 | 0 |",
    "| 70-79 | 0 |",
    "| 60-69 | 1 |",
    "| 1-59 | 0 |",
    "| 0 | 1 |",
  ]);
});

test("topics are best first, also with numeric names, and those without a score last", () => {
  expect(section(report, "Topic Scores (Semantic)").match(/^\| (?!Topic|---).*$/gm)).toEqual([
    "| 2024 | 100 | 1 | 0 |",
    "| quiet | 100 | 1 | 0 |",
    "| gray\\_rock | 60 | 1 | 0 |",
    "| loyalty | 0 | 1 | 1 |",
    "| 7 | – | 1 | 0 |",
  ]);
});

test("sources are counted; contested overrides and stale expectations are named", () => {
  expect(section(report, "Expectation Sources")).toMatch(/\| --- \| --- \|\n\| original \| 4 \|\s+$/);
  expect(section(report, "Expectation Sources")).not.toMatch(/disagrees|older/);
  const told = structuredClone(results);
  told.semantic!.contested_overrides = ["V2-GR-001"];
  told.semantic!.results[1]!.stale = ["loyalty_binds"];
  told.semantic!.results[1]!.expectation_source = "opus_2026-03-01";
  const text = checkReport(told);
  expect(section(text, "Expectation Sources")).toContain(
    "A newer calibration disagrees with these overrides: V2-GR-001. The overrides take precedence.",
  );
  expect(section(text, "Expectation Sources")).toContain(
    "1 expectation was made on an older knowledge base: V2-LOY-001.",
  );
  expect(testPart(text, "V2-LOY-001")).toContain(
    "**Expectation Source:** opus\\_2026-03-01 (stale: loyalty\\_binds changed since)",
  );
});

test("ranking covers both stages, with losses and the gain from a longer list", () => {
  expect(section(report, "Ranking")).toMatch(
    /\| Candidates \(first 15\) \| 0\.5000 \| .*\n\| Selected \(first 6\) \| 0\.2500 \|/,
  );
  expect(section(report, "Ranking")).toContain("cut at the number in brackets");
  expect(section(report, "Ranking")).toContain(
    "Selected, tests without a value: 1 (the target did not answer), 1 (nothing is expected).",
  );
  expect(section(report, "Where Expected Entities Were Lost")).toContain(
    "| Cut before the reranker | 1 | 0 |\n| Outranked: the reranker preferred others | 0 | 0 |\n| Left out by the reranker, although it had room | 0 | 1 |",
  );
  expect(section(report, "Where Expected Entities Were Lost")).toContain(
    "- 20 candidates instead of 15 would have brought 1 more primary and 0 more secondaries to the reranker.",
  );
});

test("a bank that is always loaded fails as a whole, and names the tests that really failed", () => {
  expect(section(report, "Always Loaded")).toContain(
    "One failed test fails the whole bank. Failed: ALWAYS-001.",
  );
});

test("every failure is listed, worst first, with prompt, expectations, stages and points", () => {
  expect(report.match(/^### \S+/gm)).toEqual([
    "### V2-GONE-001:",
    "### V2-LOY-001:",
    "### V2-GR-001:",
    "### PAT-CRISIS-001",
    "### ALWAYS-001",
  ]);
  expect(section(report, "Semantic Test Failures")).toContain("3 of 4 tests, the worst first.");
  expect(testPart(report, "V2-GR-001")).toBe(
    [
      "### V2-GR-001: Bait",
      "",
      "**Score:** 60 (Barely acceptable)",
      "",
      "**Prompt:**",
      "",
      "> she texts nonstop",
      "",
      "- **Expected Primary:** gray\\_rock",
      "- **Expected Secondary:** biff\\_response",
      "- **Not Expected:** handler\\_crisis",
      "- **Rank:** gray\\_rock before boundary\\_setting",
      "- **Expectation Source:** original",
      "- **Candidates:** 1. gray\\_rock 0.900, 2. boundary\\_setting 0.800, 3. biff\\_response 0.700",
      "- **Selected:** boundary\\_setting, gray\\_rock, handler\\_crisis",
      "- biff\\_response (secondary) reached the reranker (rank 3, 0.700) and was left out",
      "- **−10:** secondary missing: biff\\_response",
      "- **−20:** should not have come up: handler\\_crisis",
      "- **−10:** in the wrong order: gray\\_rock at rank 2, boundary\\_setting at 1",
      "",
      "",
    ].join("\n"),
  );
  expect(testPart(report, "V2-LOY-001")).toContain(
    "- loyalty\\_binds (primary) was cut before the reranker (rank 18, 0.330)\n- **Points:** 0: Primary expected entity not found",
  );
});

test("a test without a score says why, and has no stages or points", () => {
  const gone = testPart(report, "V2-GONE-001");
  expect(gone).toContain("**No score:** answered 500: no such index");
  expect(gone).not.toMatch(/Score: 0|Selected|Points|\*\*-/);
});

test("banks of an external target that built-in rules answered are marked as not tested", async () => {
  const { facts, semantic } = goodTarget;
  const text = checkReport(await smallCheck({ facts, semantic: semantic! }, { builtIn: goodTarget }));
  expect(section(text, "Summary")).toMatch(
    /\| Semantic \| .*\n\| State \\\* \| .*\n\| Pattern \\\* \| .*\n\| Always \\\* \|/,
  );
  expect(section(text, "Summary")).toContain(
    "\\* Not implemented by the target; the built-in rules answered instead. This part of the target was not tested.",
  );
  const own = checkReport(
    await smallCheck({ facts: { ...facts, kind: "built-in" }, semantic: semantic! }, { builtIn: goodTarget }),
  );
  expect(section(own, "Summary")).not.toMatch(/\\\*|not tested/);
  expect(section(report, "Summary")).not.toMatch(/\\\*|not tested/);
});

test("with some banks only, the report says partial and omits the others", async () => {
  const { pattern } = smallBanks;
  const text = checkReport(
    await smallCheck(goodTarget, {
      banks: { dir: "", pattern: pattern! },
      scope: { banks: ["pattern"], selected: true, crises: 2 },
    }),
  );
  expect(section(text, "Summary")).toContain(
    "Partial: not all banks or tests were run; weights are rescaled over those that were.",
  );
  expect(text).toContain("**Health Status:** EXCELLENT (partial: selected tests only)\n");
  expect(text).not.toMatch(/Semantic|State|Always/);
  expect(section(report, "Summary")).not.toContain("Partial");
});

test("foreign prompts, names, ids and errors are escaped", async () => {
  const hostile =
    "first\n# Test Harness V2 Results\r\n## Summary\n| a | b |\n</details><script>alert(1)</script> [x](javascript:alert(1)) ```\u202e\u0000";
  const banks = {
    dir: "",
    semantic: [
      semanticTest.parse({
        test_id: "V2-X-001",
        name: "**bold**\n## Summary <b>",
        topics: ["| x | <i>\n# y"],
        prompt: hostile,
        expected_primary: ["gray_rock"],
      }),
    ],
  };
  const target: Target = {
    ...goodTarget,
    facts: { ...goodTarget.facts, name: "http://x/\n# y <b>" },
    semantic: async () => ({
      selections: selected("<img src=x>", "a|b\n## Summary"),
      candidates: [{ entity_id: "`c`\n# d", rank: 1 }],
    }),
  };
  const text = checkReport(await smallCheck(target, { banks }));
  expect(text.match(/^# .*$/gm)).toHaveLength(1);
  expect(text.match(/^## Summary$/gm)).toHaveLength(1);
  expect(text).not.toMatch(/<(script|b|i|img|\/details)/);
  expect(text).not.toMatch(/(?<!\\)\]\(javascript/);
  // oxlint-disable-next-line no-control-regex -- These are what must be gone.
  expect(text).not.toMatch(/[\u0000\u202e]/);
  for (const line of section(text, "Topic Scores (Semantic)")
    .split("\n")
    .filter((row) => row.startsWith("|")))
    expect(line.match(/(?<!\\)\|/g)).toHaveLength(5);
  // The prompt is whole, line by line, in a quotation.
  expect(testPart(text, "V2-X-001").match(/^> .*$/gm)).toHaveLength(5);
});
