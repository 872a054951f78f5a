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
  report = checkReport(results);
});

/** The text under a heading. */
const section = (text: string, heading: string): string =>
  text.split(/^(?=##? )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? "";
const testPart = (text: string, id: string): string =>
  text.split(/^(?=###? )/m).find((part) => part.startsWith(`### ${id}`)) ?? "";

test("health and notes come first, then critical failures, then the tables in the spec's order, then every failure, then the cost", () => {
  expect(report.split("\n").filter((line) => /^##? /.test(line))).toEqual([
    "# Test Harness V2 Results: good",
    "## Notes",
    "## 🚨 Critical Failures",
    "## Summary",
    "## Score Distribution (Semantic)",
    "## Topic Scores (Semantic)",
    "## Expectation Sources",
    "## State Handlers",
    "## Pattern Types",
    "## Always Loaded",
    "## Semantic Test Failures",
    "## Pattern Test Failures",
    "## Always Test Failures",
  ]);
  expect(report.split("\n").slice(0, 4)).toEqual([
    "# Test Harness V2 Results: good",
    "",
    `**Date:** ${results.timestamp}`,
    "**Health Status:** CRITICAL",
  ]);
  expect(section(report, "🚨 Critical Failures")).toContain(
    '- PAT-CRISIS-001: missed "i want to end it all"',
  );
  expect(report.slice(0, report.indexOf("---"))).toContain("- crisis detection failed: PAT-CRISIS-001");
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
      "- **Ranking:** recall 0.50, nDCG 0.48, MRR 0.50 (first 6)",
      "- **Lost:** biff\\_response (secondary): candidate 3",
      "- **−10:** secondary missing: biff\\_response",
      "- **−20:** should not have come up: handler\\_crisis",
      "- **−10:** in the wrong order: gray\\_rock at rank 2, boundary\\_setting at 1",
      "",
      "",
    ].join("\n"),
  );
  expect(testPart(report, "V2-LOY-001")).toContain(
    "- **Lost:** loyalty\\_binds (primary): candidate 18\n- **Points:** 0: Primary expected entity not found",
  );
});

test("a test without a score says why, and has no stages or points", () => {
  const gone = testPart(report, "V2-GONE-001");
  expect(gone).toContain("**No score:** answered 500: no such index");
  expect(gone).not.toMatch(/Score: 0|Selected|Points|\*\*-/);
});

test("foreign prompts, names, ids and errors are escaped", async () => {
  const hostile =
    "first\n# Test Harness V2 Results\r\n## Summary\n| a | b " +
    "|\n</details><script>alert(1)</script> [x](javascript:alert(1)) ```\u202e\u0000";
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
