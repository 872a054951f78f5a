import { mechanism, type CheckResults, type TestResult } from "../../contract/index.ts";
import { isCriticalFailure, rateText } from "./check-answer.ts";

/**
 * For CI. A hard fail and a critical failure are failures, a missing score is an error. A lower score passes and shows
 * its points, because the gate for scores is `--fail-under`.
 */
export function junitReport(results: CheckResults, worse: readonly string[] = []): string {
  const suites = mechanism.options.flatMap((name) =>
    results[name] ? [suite(name, results[name].results, new Set(worse))] : [],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="rehearse check">\n${suites.join("\n")}\n</testsuites>\n`;
}

function suite(name: string, tests: readonly TestResult[], worse: ReadonlySet<string>): string {
  const failures = tests.filter((test) => isFailure(test) || worse.has(test.test_id)).length;
  const errors = tests.filter(({ score }) => score === null).length;
  return [
    `  <testsuite name="${name}" tests="${tests.length}" failures="${failures}" errors="${errors}" time="${seconds(tests.reduce((sum, { ms }) => sum + ms, 0))}">`,
    ...tests.map((test) => testCase(name, test, worse.has(test.test_id))),
    "  </testsuite>",
  ].join("\n");
}

const isFailure = (test: TestResult): boolean => test.is_hard_fail || isCriticalFailure(test);

function testCase(suite: string, test: TestResult, isWorse: boolean): string {
  const head = `    <testcase classname="${suite}" name="${xml(`${test.test_id}${test.name === "" ? "" : ` ${test.name}`}`)}" time="${seconds(test.ms)}"`;
  const words = JSON.stringify(test.breakdown);
  const rate = test.repeats && test.repeats.attempts.length > 1 ? `, ${rateText(test.repeats)}` : "";
  if (test.score === null)
    return `${head}><error message="${xml(test.missing?.message ?? "no score")}"/></testcase>`;
  if (isFailure(test) || isWorse)
    return `${head}><failure message="${xml(`score ${test.score}${isCriticalFailure(test) ? ", a critical failure" : ""}${isWorse ? ", worse than the baseline" : ""}${rate}`)}">${xml(words)}</failure></testcase>`;
  return test.score === 100
    ? `${head}/>`
    : `${head}><system-out>${xml(`score ${test.score}${rate}: ${words}`)}</system-out></testcase>`;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** XML 1.0 forbids most control characters and lone surrogates. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- These are what must go.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
