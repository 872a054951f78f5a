import type { CheckAnswer, CheckResults, TestResult, TestVerdict } from "../../contract/index.ts";
import { visible } from "../../kernel/report/index.ts";
import { interpretScore } from "../scoring/index.ts";

export const allResults = ({ semantic, state, pattern, always }: CheckResults): TestResult[] =>
  [semantic, state, pattern, always].flatMap((component): TestResult[] => component?.results ?? []);

/** What people look at first: tests that lost points, or have no score. */
export const belowFull = (results: CheckResults): TestResult[] =>
  allResults(results).filter(({ score }) => score === null || score < 100);

const isCritical = (result: TestResult): boolean =>
  result.mechanism === "pattern" && result.is_critical_failure;

/** A test in a line: names and a target's words are others', and must not drive a terminal. */
export function testLine(result: TestResult): string {
  const { test_id, name, score, missing } = result;
  const verdict =
    score === null
      ? `no score: ${line(missing?.message ?? "the target did not answer")}`
      : isCritical(result)
        ? "🚨 CRITICAL"
        : score === 100
          ? "✓"
          : `Score: ${score}`;
  return `${test_id}: ${verdict}${name === "" ? "" : ` (${line(name)})`}`;
}

const line = (text: string): string => visible(text).replaceAll(/\s+/g, " ");

/** The same for programs. */
export function testVerdictOf(result: TestResult): TestVerdict {
  const { test_id, mechanism, name, score, is_hard_fail, breakdown, missing } = result;
  return {
    test_id,
    mechanism,
    name,
    score,
    means: score === null ? "No score" : interpretScore(score),
    is_hard_fail,
    is_critical_failure: isCritical(result),
    breakdown,
    ...(missing && { missing }),
  };
}

export const checkAnswerOf = (
  { summary, deviations = [] }: CheckResults,
  {
    notes,
    saved,
  }: { notes: readonly string[]; saved?: { resultsFile: string; reportFile: string } | undefined },
): CheckAnswer => ({
  health_status: summary.health_status,
  combined_score: summary.combined_score,
  total_tests: summary.total_tests,
  hard_fails: summary.hard_fail_count,
  missing: summary.missing_count,
  critical_failures: summary.critical_failures,
  component_scores: summary.component_scores,
  expectation_sources: summary.expectation_sources,
  health_reasons: summary.health_reasons,
  by_built_in: summary.by_built_in,
  partial: summary.partial,
  notes: [...notes],
  deviations,
  results_file: saved?.resultsFile ?? null,
  report_file: saved?.reportFile ?? null,
});
