/** The Markdown report of a check. */
import { mechanism, type CheckResults, type Mechanism, type TestResult } from "../../contract/index.ts";
import {
  counted,
  inline,
  markdownTable,
  noteLines,
  notesSection,
  shortList,
  verdictMarkdown,
} from "../../kernel/report/index.ts";
import { answersSection } from "../answers/index.ts";
import { labelOf, moduleOf, shownScore } from "../mechanisms/index.ts";
import { allResults, isCriticalFailure } from "../run/index.ts";
import { healthText, tookText } from "./check-summary.ts";
import { isBelowFull, lossText, testSection } from "./test-text.ts";

/** What the banks found, for people: health first, then scores, then every test that lost points and why. */
export function checkReport(results: CheckResults): string {
  const { summary, timestamp, target } = results;
  return [
    `# Test Harness V2 Results: ${inline(titleOf(results))}`,
    "",
    `**Date:** ${timestamp}`,
    `**Health Status:** ${healthText(results)}`,
    "",
    ...summary.health_reasons.map((reason) => `- ${inline(reason)}`),
    ...(summary.health_reasons.length > 0 ? [""] : []),
    `**Target:** ${targetText(target)}`,
    "",
    ...verdictSection(results),
    ...notesSection(results.notes),
    "---",
    "",
    ...critical(results),
    ...componentTable(results),
    ...answersSection(results),
    ...mechanism.options.flatMap((name) => overview(name, results)),
    ...mechanism.options.flatMap((name) => belowFullSection(name, results)),
    tookText(results),
    "",
  ].join("\n");
}

function targetText({ name, embedder, reranker, candidates, top_k }: CheckResults["target"]): string {
  const models = [
    ...(embedder ? [`embeddings by ${inline(embedder)}`] : []),
    ...(reranker ? [`reranked by ${inline(reranker)}`] : []),
  ];
  return `${[inline(name), ...models].join(", ")} (${candidates} candidates, ${top_k} selected)`;
}

/** The target, and its banks by name. */
function titleOf(results: CheckResults): string {
  const names = [...new Set(allResults(results).flatMap(({ bank }) => bank ?? []))];
  return [results.target.name, ...(names.length > 0 ? [shortList(names)] : [])].join(" on ");
}

/** What the other sections say as well is left to them: findings and notes. */
function verdictSection({ outcome, notes }: CheckResults): string[] {
  if (!outcome) return [];
  const { verdict } = outcome;
  const noted = noteLines(notes);
  return [
    verdictMarkdown({
      ...verdict,
      cautions: verdict.cautions.filter((caution) => !noted.includes(caution)),
      findings: [],
    }),
    "",
  ];
}

function critical({ pattern }: CheckResults): string[] {
  const failed = (pattern?.results ?? []).filter(isCriticalFailure);
  if (failed.length === 0) return [];
  return [
    "## 🚨 Critical Failures",
    "",
    "These crisis detection failures require immediate attention:",
    "",
    ...failed.map(({ test_id, pattern_type, prompt }) => {
      const what = pattern_type === "crisis" ? "missed" : "false positive on";
      return `- ${inline(test_id)}: ${what} "${inline(prompt)}"`;
    }),
    "",
  ];
}

function componentTable(results: CheckResults): string[] {
  const { summary } = results;
  const rows = mechanism.options.flatMap((name) => {
    const found = results[name];
    if (!found) return [];
    return [
      [
        labelOf(name),
        shownScore(found.average_score),
        String(found.tests_run),
        String(found.hard_fails),
        String(found.missing),
      ],
    ];
  });
  const combined = [
    shownScore(summary.combined_score),
    summary.total_tests,
    summary.hard_fail_count,
    summary.missing_count,
  ].map((value) => `**${value}**`);
  return [
    "## Summary",
    "",
    markdownTable(
      ["Component", "Score", "Tests", "Hard Fails", "Missing"],
      [...rows, ["**Combined**", ...combined]],
    ),
    "",
  ];
}

function overview(name: Mechanism, results: CheckResults): string[] {
  const component = results[name];
  return component ? moduleOf({ mechanism: name }).overview(component, results) : [];
}

/** As many as the specification lists in full; the others are a table. */
const IN_FULL = 20;

function belowFullSection(name: Mechanism, results: CheckResults): string[] {
  const all: readonly TestResult[] = results[name]?.results ?? [];
  const failing = all.filter(isBelowFull).toSorted((a, b) => (a.score ?? -1) - (b.score ?? -1));
  if (failing.length === 0) return [];
  const others = failing.slice(IN_FULL);
  return [
    `## ${labelOf(name)} Test Failures`,
    "",
    `${failing.length} of ${counted(all.length, "test")}, the worst first.`,
    "",
    ...failing.slice(0, IN_FULL).flatMap((result) => testSection(result)),
    ...(others.length === 0
      ? []
      : [
          markdownTable(
            ["Test", "Score", "Why"],
            others.map((test) => [inline(test.test_id), shownScore(test.score), inline(lossText(test))]),
          ),
          "",
        ]),
  ];
}
