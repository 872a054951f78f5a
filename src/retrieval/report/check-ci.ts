/** A check as CI shows it. Pure: from the stored results, the comparison and the gates. */
import { mechanism, type CheckResults, type TestResult } from "../../contract/index.ts";
import {
  counted,
  markdownTable,
  noteLines,
  untrusted,
  type CiFinding,
  type CiReport,
  type JunitCase,
  type JunitSuite,
} from "../../kernel/report/index.ts";
import { shownCell } from "../../kernel/verdict-words/index.ts";
import { answerLines, worstAnswers } from "../answers/index.ts";
import { allResults, costText, healthText, isCriticalFailure } from "./check-answer.ts";
import { checkGates, isUndecided, notSearched, type Compared, type Judged } from "./check-gates.ts";
import { lossText, testSection } from "./check-report.ts";

export function checkCi(
  results: CheckResults,
  { baseline, gates, report }: Judged & { report?: string | undefined },
): CiReport {
  const { summary, target } = results;
  const newly = newlyFailed(baseline);
  const below = allResults(results).filter(({ score }) => score === null || score < 100);
  const before = new Map(baseline?.changes.map((test) => [test.test_id, test.before]));
  const worst = below.toSorted((a, b) => rankOf(a, { newly, before }) - rankOf(b, { newly, before }));
  const untested = notSearched(results);
  const scored = summary.total_tests - summary.missing_count;
  return {
    name: target.name,
    about: `${counted(summary.total_tests, "test")} of ${target.name}: health ${healthText(summary)}, ${counted(summary.hard_fail_count, "hard fail")}${summary.missing_count > 0 ? `, ${summary.missing_count} without a score` : ""}.`,
    gates: checkGates(results, { baseline, gates }),
    notes: [
      ...noteLines(results.notes),
      ...untested.map((reason) => `${reason[0]!.toUpperCase()}${reason.slice(1)}.`),
    ],
    undecided: isUndecided(results),
    findings: worst.map((test) => testFinding(test, { newly, baseline })),
    noFindings: scored === 0 ? "No test has a score." : "Every test that has a score has all its points.",
    sections: [
      ...(baseline ? [{ title: "Against the baseline", lines: baselineLines(baseline) }] : []),
      ...(results.answers ? [{ title: "Answers", lines: answersInCi(results) }] : []),
    ],
    cost: costText(results),
    report,
    suites: checkSuites(results, newly),
  };
}

/** The second score, and the worst answers. */
const answersInCi = (results: CheckResults): string[] =>
  [...answerLines(results), ...worstAnswers(results)].map((line, at) =>
    at === 0 ? `${untrusted(line)}\n` : `- ${untrusted(line.trim())}`,
  );

/** The tests that are regressions. */
const newlyFailed = (baseline: Compared | undefined): ReadonlySet<string> =>
  new Set(
    [...(baseline?.new_critical ?? []), ...(baseline?.lost.filter(({ regression }) => regression) ?? [])].map(
      ({ test_id }) => test_id,
    ),
  );

/** Scores before and now, and what else has changed. */
function baselineLines({ verdict: { tables, cautions }, tests }: Compared): string[] {
  const { columns, rows } = tables[0]!;
  const { better, worse, same, left_out } = tests;
  return [
    markdownTable(
      columns.map(({ label }) => label),
      rows.map((row) => row.map((cell) => untrusted(shownCell(cell)))),
    ),
    "",
    `${counted(better, "test")} better, ${worse} worse, ${same} the same, ${left_out} not compared.`,
    ...(cautions.length > 0 ? ["", ...cautions.map((caution) => `- Note: ${untrusted(caution)}`)] : []),
  ];
}

const scoreText = (score: number | null): string => (score === null ? "no score" : String(score));

/**
 * Critical first, then the tests that caused a regression, then the largest falls, then the lowest score. A test without a score
 * says nothing about the target's answers.
 */
function rankOf(
  test: TestResult,
  { newly, before }: { newly: ReadonlySet<string>; before: ReadonlyMap<string, number | null> },
): number {
  const { score } = test;
  if (isCriticalFailure(test)) return (score ?? 0) - 600;
  if (score === null) return 101;
  if (newly.has(test.test_id)) return score - 400;
  const fell = (before.get(test.test_id) ?? score) - score;
  return fell > 0 ? -100 - fell : score;
}

function testFinding(
  test: TestResult,
  { newly, baseline }: { newly: ReadonlySet<string>; baseline: Compared | undefined },
): CiFinding {
  const { test_id, name, score } = test;
  const kind = isCriticalFailure(test)
    ? "critical failure"
    : newly.has(test_id)
      ? "worse than in the baseline"
      : score === null
        ? "no score"
        : test.is_hard_fail
          ? "hard fail"
          : `score ${score}`;
  const before = baseline?.changes.find((each) => each.test_id === test_id && each.change !== "same")?.before;
  return {
    title: `${test_id}, ${kind}${before == null ? "" : ` (${before} → ${scoreText(score)})`}`,
    what: `${name === "" ? "" : `${name}. `}${lossText(test).replace(/^Hard fail: /, "")}`,
    quotes: "prompt" in test ? [{ from: "the question", text: test.prompt }] : [],
  };
}

/** One suite for each bank. A hard fail is a failure only if it is why the command fails: the gates decide, not single tests. */
const checkSuites = (results: CheckResults, newly: ReadonlySet<string>): JunitSuite[] =>
  mechanism.options.flatMap((name) => {
    const tests: readonly TestResult[] | undefined = results[name]?.results;
    return tests ? [{ name, cases: tests.map((test) => testCase(test, newly)) }] : [];
  });

function testCase(test: TestResult, newly: ReadonlySet<string>): JunitCase {
  const { test_id, name, score, ms } = test;
  const named = { name: `${test_id}${name === "" ? "" : ` ${name}`}`, ms };
  const says = lossText(test);
  const details = testSection(test, { style: "plain" }).filter((line) => line.trim() !== "");
  if (score === null) return { ...named, outcome: { kind: "error", says } };
  if (isCriticalFailure(test))
    return { ...named, outcome: { kind: "failure", says: `Critical failure. ${says}`, details } };
  if (newly.has(test_id))
    return { ...named, outcome: { kind: "failure", says: `Worse than in the baseline. ${says}`, details } };
  if (test.is_hard_fail)
    return {
      ...named,
      outcome: { kind: "skipped", says: `${says} A hard fail alone does not fail the command.`, details },
    };
  return score === 100 ? named : { ...named, out: says };
}
