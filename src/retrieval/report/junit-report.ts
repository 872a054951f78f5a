import { mechanism, type CheckResults, type TestResult } from "../../contract/index.ts";
import { isCriticalFailure } from "./check-answer.ts";

/**
 * For CI. A hard fail and a critical failure are failures, a missing score is an error. A lower score passes and shows
 * its points, because the gate for scores is `--fail-under`.
 */
export function junitReport(results: CheckResults): string {
  const suites = mechanism.options.flatMap((name) =>
    results[name] ? [suite(name, results[name].results)] : [],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="rehearse check">\n${suites.join("\n")}\n</testsuites>\n`;
}

function suite(name: string, tests: readonly TestResult[]): string {
  const failures = tests.filter(isFailure).length;
  const errors = tests.filter(({ score }) => score === null).length;
  return [
    `  <testsuite name="${name}" tests="${tests.length}" failures="${failures}" errors="${errors}" time="${seconds(tests.reduce((sum, { ms }) => sum + ms, 0))}">`,
    ...tests.map((test) => testCase(name, test)),
    "  </testsuite>",
  ].join("\n");
}

const isFailure = (test: TestResult): boolean => test.is_hard_fail || isCriticalFailure(test);

function testCase(suite: string, test: TestResult): string {
  const head = `    <testcase classname="${suite}" name="${xml(`${test.test_id}${test.name === "" ? "" : ` ${test.name}`}`)}" time="${seconds(test.ms)}"`;
  const words = JSON.stringify(test.breakdown);
  if (test.score === null)
    return `${head}><error message="${xml(test.missing?.message ?? "no score")}"/></testcase>`;
  if (isFailure(test))
    return `${head}><failure message="${xml(`score ${test.score}${isCriticalFailure(test) ? ", a critical failure" : ""}`)}">${xml(words)}</failure></testcase>`;
  return test.score === 100
    ? `${head}/>`
    : `${head}><system-out>${xml(`score ${test.score}: ${words}`)}</system-out></testcase>`;
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
