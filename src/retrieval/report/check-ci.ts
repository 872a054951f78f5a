/** A check as CI shows it. Pure: from the stored results, the comparison and the gates. */
import {
  answerMetric,
  mechanism,
  type AnswerMetric,
  type CheckBaseline,
  type CheckResults,
  type Mechanism,
  type TestResult,
} from "../../contract/index.ts";
import { spentText } from "../../kernel/journal/index.ts";
import {
  counted,
  markdownTable,
  shortList,
  signed,
  untrusted,
  type CiFinding,
  type CiGate,
  type CiReport,
  type JunitCase,
  type JunitSuite,
} from "../../kernel/report/index.ts";
import { answerLines, missingReasons, worstAnswers } from "../answers/index.ts";
import { missingCrises, NOT_SEARCHED } from "../run/index.ts";
import { healthText, isCriticalFailure } from "./check-answer.ts";
import { lossText, testSection } from "./check-report.ts";

export type ScoreGate = { name: "combined" | Mechanism | AnswerMetric; least: number };

type Compared = Pick<
  CheckBaseline,
  "regressions" | "notes" | "newly_failed" | "combined" | "components" | "hard_fails" | "health"
> & { notJudged: boolean; tests: ReadonlyArray<{ test_id: string; before: number | null; change: string }> };

type Judged = { baseline?: Compared | undefined; gates: readonly ScoreGate[] };

export function checkCi(
  results: CheckResults,
  {
    baseline,
    gates,
    notes,
    byChance = false,
    report,
  }: Judged & { notes: readonly string[]; byChance?: boolean; report?: string | undefined },
): CiReport {
  const { summary, target, totals } = results;
  const newly = newlyFailed(baseline);
  const below = allTests(results).filter(({ score }) => score === null || score < 100);
  const before = new Map(baseline?.tests.map((test) => [test.test_id, test.before]));
  const worst = below.toSorted((a, b) => rankOf(a, { newly, before }) - rankOf(b, { newly, before }));
  const untested = summary.health_reasons.filter((reason) => reason.startsWith(NOT_SEARCHED));
  const scored = summary.total_tests - summary.missing_count;
  return {
    name: target.name,
    about: `${counted(summary.total_tests, "test")} of ${target.name}: health ${healthText(summary)}, ${counted(summary.hard_fail_count, "hard fail")}${summary.missing_count > 0 ? `, ${summary.missing_count} without a score` : ""}.`,
    gates: checkGates(results, { baseline, gates }),
    notes: [...notes, ...untested.map((reason) => `${reason[0]!.toUpperCase()}${reason.slice(1)}.`)],
    undecided: byChance || untested.length > 0,
    findings: worst.map((test) => testFinding(test, { newly, baseline })),
    noFindings: scored === 0 ? "No test has a score." : "Every test that has a score has all its points.",
    sections: [
      ...(baseline ? [{ title: "Against the baseline", lines: scoreLines(baseline) }] : []),
      ...(results.answers ? [{ title: "Answers", lines: answersInCi(results) }] : []),
    ],
    cost: spentText(totals.all),
    ...(report !== undefined && { report }),
    suites: checkSuites(results, newly),
  };
}

/** What decides the exit code: a failed gate is exit 1, a gate that could not be judged is exit 3. */
export function checkGates(results: CheckResults, { baseline, gates }: Judged): CiGate[] {
  const { summary, answers } = results;
  const critical = summary.health_status === "CRITICAL";
  const asked = gates.length > 0 || baseline !== undefined;
  const silent = Object.entries(summary.component_scores)
    .filter(([, score]) => score === null)
    .map(([bank]) => bank);
  const crises = missingCrises(results.pattern);
  // A gate over the other tests would pass a target that is mostly down.
  const unanswered = allTests(results).filter(
    ({ test_id, score, repeats, mechanism: bank }) =>
      score === null &&
      (asked || (repeats && repeats.attempts.length > 1)) &&
      !silent.includes(bank) &&
      !crises.includes(test_id),
  );
  return [
    ...(critical
      ? [gate("no critical failure", "failed", `Health is CRITICAL: ${summary.health_reasons[0] ?? ""}.`)]
      : asked
        ? [gate("no critical failure", "passed", "No critical failure.")]
        : []),
    ...(baseline === undefined
      ? []
      : baseline.regressions.length > 0
        ? [
            gate(
              "no regression",
              "failed",
              `${baseline.notJudged ? "Baseline comparison" : "Regression"}: ${baseline.regressions.join("; ")}.`,
            ),
          ]
        : [gate("no regression", "passed", noRegression(baseline))]),
    ...gates.map((each) => scoreGate(each, results)),
    ...(silent.length > 0
      ? [
          gate(
            "every bank answered",
            "error",
            `No verdict: the target answered no test of these banks: ${silent.join(", ")}.`,
          ),
        ]
      : []),
    ...(crises.length > 0
      ? [
          gate(
            "every crisis test answered",
            "error",
            `No verdict on these crisis tests: ${crises.join(", ")}.`,
          ),
        ]
      : []),
    ...(unanswered.length > 0
      ? [
          gate(
            "every test answered",
            "error",
            `No verdict on ${counted(unanswered.length, "test")} without an answer: ${shortList(unanswered.map(({ test_id }) => test_id))}.`,
          ),
        ]
      : []),
    ...(answers &&
    (answers.read === 0 || (answers.missing > 0 && gates.some(({ name }) => isAnswerMetric(name))))
      ? [
          gate(
            "every answer read",
            "error",
            `No verdict on answers: ${answers.missing} of ${counted(answers.tests, "test")} have no reading (${missingReasons(results.semantic?.results ?? [])[0]}).`,
          ),
        ]
      : []),
  ];
}

const noRegression = ({ tests }: Compared): string => {
  const lower = tests.filter(({ change }) => change === "worse").length;
  return lower === 0
    ? "No regression against the baseline."
    : `No significant regression against the baseline (${counted(lower, "test")} lower).`;
};

const gate = (name: string, is: CiGate["is"], says: string): CiGate => ({ name, is, says });

const isAnswerMetric = (name: ScoreGate["name"]): name is AnswerMetric =>
  answerMetric.safeParse(name).success;

function scoreOf(name: ScoreGate["name"], { summary, answers }: CheckResults): number | null {
  if (name === "combined") return summary.combined_score;
  return (isAnswerMetric(name) ? answers?.[name] : summary.component_scores[name]) ?? null;
}

/** A missing score passes no gate. Without any score there is nothing to fail, and an answer that nobody read is no verdict. */
function scoreGate({ name, least }: ScoreGate, results: CheckResults): CiGate {
  const score = scoreOf(name, results);
  const called = `${name} ≥ ${least}`;
  if (score === null)
    return gate(
      called,
      results.summary.combined_score === null || isAnswerMetric(name) ? "error" : "failed",
      `Gate failed: ${name} has no score (at least ${least} needed).`,
    );
  return score < least
    ? {
        ...gate(called, "failed", `Gate failed: ${name} ${score} < ${least}.`),
        ...(isAnswerMetric(name) && { details: worstAnswers(results) }),
      }
    : gate(called, "passed", `Gate passed: ${name} ${score} ≥ ${least}.`);
}

/** The second score, and the worst answers. */
const answersInCi = (results: CheckResults): string[] =>
  [...answerLines(results), ...worstAnswers(results)].map((line, at) =>
    at === 0 ? `${untrusted(line)}\n` : `- ${untrusted(line.trim())}`,
  );

/** Without a regression, new hard fails may be chance. */
const newlyFailed = (baseline: Compared | undefined): ReadonlySet<string> =>
  new Set(baseline && baseline.regressions.length > 0 ? baseline.newly_failed : []);

/** Scores before and now, as a table. */
function scoreLines({ combined, components, hard_fails, health, tests, notes }: Compared): string[] {
  const row = (name: string, before: string, now: string, change = "") => [name, before, now, change];
  const scored = (name: string, { before, now }: { before: number | null; now: number | null }) =>
    row(
      name,
      scoreText(before),
      scoreText(now),
      before === null || now === null ? "" : signed(now - before, (size) => size.toFixed(1)),
    );
  const count = (change: string) => tests.filter((test) => test.change === change).length;
  return [
    markdownTable(
      ["score", "baseline", "now", "change"],
      [
        scored("combined", combined),
        ...Object.entries(components).map(([name, scores]) => scored(name, scores)),
        row(
          "hard fails",
          String(hard_fails.before),
          String(hard_fails.now),
          signed(hard_fails.now - hard_fails.before, String),
        ),
        row("health", health.before, health.now),
      ],
    ),
    "",
    `${counted(count("better"), "test")} better, ${count("worse")} worse, ${count("same")} the same${count("not comparable") > 0 ? `, ${count("not comparable")} not comparable` : ""}.`,
    ...(notes.length > 0 ? ["", ...notes.map((note) => `- Note: ${untrusted(note)}.`)] : []),
  ];
}

const scoreText = (score: number | null): string => (score === null ? "no score" : String(score));

const allTests = (results: CheckResults): TestResult[] =>
  mechanism.options.flatMap((name): readonly TestResult[] => results[name]?.results ?? []);

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
  const before = baseline?.tests.find((each) => each.test_id === test_id && each.change !== "same")?.before;
  return {
    title: `${test_id}, ${kind}${before == null ? "" : ` (${before} → ${scoreText(score)})`}`,
    what: `${name === "" ? "" : `${name}. `}${lossText(test).replace(/^Hard fail: /, "")}`,
    quotes: "prompt" in test ? [{ from: "the question", text: test.prompt }] : [],
  };
}

/** One suite for each bank. A hard fail is a failure only if it is why the command fails: the gates decide, not single tests. */
export const checkSuites = (results: CheckResults, newly: ReadonlySet<string>): JunitSuite[] =>
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
