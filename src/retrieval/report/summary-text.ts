import type { CheckResults } from "../../contract/index.ts";
import { spentText } from "../../kernel/journal/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { allResults } from "./test-verdict.ts";

const LINE = "=".repeat(60);

/** What a console shows when the banks have run. */
export function summaryText(
  results: CheckResults,
  { notes = [] }: { notes?: readonly string[] } = {},
): string {
  const { summary, totals, duration_ms } = results;
  const shown = (score: number | null | undefined) =>
    score === null || score === undefined ? "no score" : String(score);
  return [
    LINE,
    "RESULTS SUMMARY",
    LINE,
    "",
    ...notes.map((note) => `Note: ${note}`),
    ...(notes.length > 0 ? [""] : []),
    `Health Status: ${summary.health_status}`,
    ...summary.health_reasons.map((reason) => `  ${reason}`),
    `Combined Score: ${shown(summary.combined_score)}${summary.partial ? " (partial: weights are rescaled over what was run)" : ""}`,
    `Total Tests: ${summary.total_tests}`,
    `Hard Fails: ${summary.hard_fail_count}`,
    ...(summary.missing_count > 0
      ? [
          `Missing: ${counted(summary.missing_count, "test has", "tests have")} no score`,
          ...missingReasons(results),
        ]
      : []),
    ...(summary.critical_failures.length > 0
      ? ["", `🚨 CRITICAL FAILURES: ${summary.critical_failures.join(", ")}`]
      : []),
    "",
    "Component Scores:",
    ...Object.entries(summary.component_scores).map(
      ([component, score]) =>
        `  ${component}: ${shown(score)}${builtIn(results, component) ? " (built-in rules: this part of the target was not tested)" : ""}`,
    ),
    ...(results.semantic
      ? [
          "",
          "Expectation Sources:",
          ...Object.entries(summary.expectation_sources).map(([source, count]) => `  ${source}: ${count}`),
        ]
      : []),
    "",
    `Took ${(duration_ms / 1000).toFixed(1)} s, cost ${spentText(totals.all)}.`,
  ].join("\n");
}

const SHOWN = 3;

/** Why tests have no score, the most frequent reason first. */
function missingReasons(results: CheckResults): string[] {
  const counts = new Map<string, number>();
  for (const { missing } of allResults(results)) {
    const why = missing?.message.replaceAll(/\s+/g, " ").trim().slice(0, 300);
    if (why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  const reasons = [...counts].sort(([, a], [, b]) => b - a);
  return [
    ...reasons.slice(0, SHOWN).map(([why, count]) => `  ${counted(count, "test")}: ${why}`),
    ...(reasons.length > SHOWN
      ? [`  and ${counted(reasons.length - SHOWN, "other reason")}: see the report`]
      : []),
  ];
}

const builtIn = (results: CheckResults, component: string): boolean =>
  results.target.kind !== "built-in" && results[component as "semantic"]?.by_built_in === true;
