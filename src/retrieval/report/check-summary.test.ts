import { expect, test } from "vitest";
import { failing, goodTarget, selected, smallCheck } from "../../../tests/support/retrieval/small-check.ts";
import { checkReport, summaryText, testLine } from "./index.ts";

test("the summary of the spec: health, combined score, tests, hard fails, components, sources", async () => {
  const lines = summaryText(await smallCheck()).split("\n");
  expect(lines.slice(0, 8)).toEqual([
    "=".repeat(60),
    "RESULTS SUMMARY",
    "=".repeat(60),
    "",
    "Health Status: EXCELLENT",
    "Combined Score: 100",
    "Total Tests: 6",
    "Hard Fails: 0",
  ]);
  expect(lines.slice(8, -1)).toEqual([
    "",
    "Component Scores:",
    "  semantic: 100",
    "  state: 100",
    "  pattern: 100",
    "  always: 100",
    "",
    "Expectation Sources:",
    "  original: 2",
    "  opus: 0",
    "  human_override: 0",
    "",
  ]);
  expect(lines.at(-1)).toMatch(/^Took \d+\.\d s, cost \$0\.00\.$/);
});

test("reports critical failures, missing scores and reasons", async () => {
  const results = await smallCheck({
    ...goodTarget,
    pattern: async () => ({ matches: ["handler_crisis"], details: [] }),
    state: failing,
  });
  const text = summaryText(results);
  expect(text).toContain(
    "\nHealth Status: CRITICAL (partial: 3 of 4 banks)\n  crisis detection failed: PAT-NEG-001\n  1 test has no score\n",
  );
  expect(text).toContain("\n\n🚨 CRITICAL FAILURES: PAT-NEG-001\n");
  expect(text).toContain("\n  state: no score\n");
});

test("without all answers the health is not known, and the score says what it covers", async () => {
  const text = summaryText(await smallCheck({ ...goodTarget, state: failing }));
  expect(text).toContain("\nHealth Status: not known: tests have no score\n");
  expect(text).toContain("\nCombined Score: 100 over 5 of 6 tests\n");
});

test("an own target has no price, which is said once beside what models cost", async () => {
  const results = await smallCheck();
  const { all } = results.totals;
  results.totals.byRole = { target: { ...all, unpriced: 9 } };
  const note = "The target's own cost is not known to Rehearse.";
  expect(summaryText(results)).toMatch(new RegExp(`\\nTook \\d+\\.\\d s\\. ${note}$`));
  results.totals.byRole = { ...results.totals.byRole, reader: { ...all, cost: 0.5 } };
  expect(summaryText(results)).toContain(` s, cost $0.50. ${note}`);
  expect(checkReport(results)).toContain(` s, cost $0.50. ${note}`);
});

test("possibly billed attempts are shown with the cost, on the console and in the report", async () => {
  const results = await smallCheck();
  results.totals.all.cost = 0.5;
  results.totals.all.possiblyBilled = { attempts: 3, atMost: 0.06, unpriced: 1 };
  const cost =
    "cost $0.50; possibly billed: up to $0.06 more for 3 attempts without an answer, and 1 of them at an unknown price.";
  expect(summaryText(results)).toContain(cost);
  expect(checkReport(results)).toContain(cost);
});

test("a test in one line: passed, points, critical, no score; with terminal codes escaped", async () => {
  const { semantic, pattern } = await smallCheck({
    ...goodTarget,
    semantic: async ({ test_id }) =>
      test_id === "V2-GR-001" ? { selections: selected("gray_rock") } : failing(),
    pattern: async () => ({ matches: [], details: [] }),
  });
  expect(semantic!.results.map(testLine)).toEqual([
    "V2-GR-001: Score: 90 (Bait)",
    "V2-LOY-001: no score: answered 500 (Torn)",
  ]);
  expect(pattern!.results.map(testLine)).toEqual(["PAT-CRISIS-001: 🚨 CRITICAL", "PAT-NEG-001: ✓"]);
  expect(
    testLine({
      ...semantic!.results[1]!,
      name: "a\nb\u001b[2J",
      missing: { code: "x", message: "\u001b]0;x\u0007 no\r\nway" },
    }),
  ).toBe("V2-LOY-001: no score: ]0;x no way (a b[2J)");
});
