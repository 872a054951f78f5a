/** A check as CI shows it, from the stored results. */
import { mechanism, type TestResult } from "../../contract/index.ts";
import type { CiReport, JunitCase } from "../../kernel/report/index.ts";
import { tableOf } from "../../kernel/verdict-words/index.ts";
import { worstAnswers } from "../answers/index.ts";
import { costText, requestsOf, type Judged } from "./check-summary.ts";
import { isCriticalFailure } from "../run/index.ts";
import { lacksScore } from "../score.ts";
import { regressed } from "./compare-with-baseline.ts";
import { belowFull, lossText, testSection } from "./test-text.ts";

export function checkCi(results: Judged, report?: string): CiReport {
  const { outcome } = results;
  const { gates, baseline, verdict } = outcome;
  const failing = regressed(baseline);
  const { sent, failed, again } = requestsOf(results);
  const worst = worstAnswers(results).map((line) => [line]);
  return {
    verdict: {
      ...verdict,
      // The gates say the same, one by one.
      headline: gates.length > 0 ? "" : verdict.headline,
      tables: worst.length === 0 ? [] : [tableOf("Worst answers", ["Answer"], worst)],
    },
    findings: belowFull(results).length,
    gates,
    cost: costText(results),
    report,
    suites: [
      // One for each bank.
      ...mechanism.options.flatMap((name) => {
        const tests: readonly TestResult[] | undefined = results[name]?.results;
        return tests ? [{ name, cases: tests.map((test) => testCase(test, failing)) }] : [];
      }),
      {
        name: "requests",
        cases: [{ name: "requests", out: `${sent} sent, ${failed} failed, ${again} sent again.` }],
      },
    ],
  };
}

/** A hard fail is a failure only if it is why the command fails: the gates decide, not single tests. */
function testCase(test: TestResult, failing: ReadonlySet<string>): JunitCase {
  const { test_id, name, score, ms } = test;
  const named = { name: `${test_id} ${name}`.trim(), ms };
  const says = lossText(test);
  const details = testSection(test, { style: "plain" }).filter((line) => line.trim() !== "");
  const ended = (kind: "failure" | "skipped", says: string) => ({
    ...named,
    outcome: { kind, says, details },
  });
  if (score === null)
    return lacksScore(test) ? { ...named, outcome: { kind: "error", says } } : ended("skipped", says);
  if (isCriticalFailure(test)) return ended("failure", `Critical failure. ${says}`);
  if (failing.has(test_id)) return ended("failure", `Worse than in the baseline. ${says}`);
  if (test.is_hard_fail) return ended("skipped", `${says} A hard fail alone does not fail the command.`);
  return score === 100 ? named : { ...named, out: says };
}
