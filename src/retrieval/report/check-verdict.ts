/** What a check found out, as data: its gates, the verdict, and the comparison with an earlier run. */
import {
  checkBaseline,
  type CheckOutcome,
  type CheckResults,
  type Fact,
  type LostTest,
  type TestResult,
  type Verdict,
  type VerdictFinding,
} from "../../contract/index.ts";
import { counted, noteLines, pText, shortList, signed } from "../../kernel/report/index.ts";
import { answerFacts } from "../answers/index.ts";
import { NO_TEXT, rankingText } from "../mechanisms/index.ts";
import { allResults, DECIDING_ATTEMPTS, isCriticalFailure } from "../run/index.ts";
import { gatesOf, lackText, NO_KNOWN_ID, often, type JudgedGate, type CheckGate } from "./check-gates.ts";
import { healthText, isOffline, latencyText, requestsOf, type Judged } from "./check-summary.ts";
import {
  compareWithBaseline,
  FEWEST_CHANGED,
  FAILURES_OF_STABLE,
  regressed,
  type Baseline,
  type BaselineFacts,
} from "./compare-with-baseline.ts";
import { belowFull, lossOnce, lossText } from "./test-text.ts";

type Gate = CheckOutcome["gates"][number];
type Options = { baseline?: Baseline | undefined; gates?: readonly CheckGate[] };

/** The same results with their verdict, which comes before the tests: a person who opens the file reads it first. */
export function judgeCheck(results: CheckResults, { baseline, gates = [] }: Options = {}): Judged {
  const facts = baseline && compareWithBaseline(results, baseline);
  const judged = gatesOf(results, { facts, gates });
  const outcome: CheckOutcome = {
    verdict: verdictOf(results, { facts, gates: judged }),
    gates: judged.map(({ name, is, says, details }) => ({ name, is, says, details })),
    baseline: facts && checkBaseline.parse(facts),
  };
  const { version, timestamp, target, kb, summary, outcome: _, ...found } = results;
  return { version, timestamp, target, kb, summary, outcome, ...found };
}

type Known = {
  facts: BaselineFacts | undefined;
  gates: readonly JudgedGate[];
};

/** Tests that are shown; the report lists all. */
const SHOWN = 20;
/** Of the requests. */
const MANY_FAILED = 0.05;

function verdictOf(results: CheckResults, { facts, gates }: Known): Verdict {
  const below = belowFull(results);
  const worst = below.toSorted((a, b) => rankOf(a, facts) - rankOf(b, facts));
  const requests = requestsOf(results);
  const { resumed = [], others = [] } = Object.groupBy(results.notes, ({ code }) =>
    code === "resumed" ? code : "others",
  );
  return {
    ...headOf(results, gates),
    cautions: [
      ...noteLines(resumed),
      ...(requests.failed > MANY_FAILED * requests.sent
        ? [
            `${requests.failed} of ${counted(requests.sent, "request")} failed, ` +
              `and ${requests.again} ${requests.again === 1 ? "was" : "were"} sent again. ` +
              "Check the target's log.",
          ]
        : []),
      ...noteLines(others),
      ...(facts?.differs ?? []),
    ],
    because: [],
    facts: [
      { label: "Health", value: healthText(results) },
      { label: "Combined score", value: results.summary.combined_score },
      {
        label: "Tests",
        value: results.summary.total_tests,
        note: `${counted(results.summary.hard_fail_count, "hard fail")}, ${results.summary.missing_count} without a score`,
      },
      {
        label: "Requests",
        value: requests.sent,
        note: `${requests.failed} failed, ${requests.again} sent again`,
      },
      ...(results.semantic?.metrics
        ? [
            { label: "Ranking", value: rankingText(results.semantic.metrics.final) },
            { label: "Of candidates", value: rankingText(results.semantic.metrics.candidates) },
          ]
        : []),
      ...(results.latency
        ? [
            {
              label: "Latency",
              value: latencyText(results.latency),
              note: `${counted(results.latency.requests, "request")}, without retries and waits`,
            },
          ]
        : []),
      ...(facts ? baselineFacts(facts) : []),
      ...repeatFacts(results),
      ...answerFacts(results),
    ],
    findings: worst.slice(0, SHOWN).map((test) => findingOf(test, facts)),
    tables: [],
    next: nextOf(results, { facts, gates }),
  };
}

function headOf(
  { summary, notes }: CheckResults,
  gates: readonly JudgedGate[],
): Pick<Verdict, "outcome" | "headline"> {
  const why = (is: Gate["is"]) => gates.filter((each) => each.is === is).map((each) => each.why);
  const [failed, unknown] = [why("failed"), why("error")];
  if (failed.length > 0) return { outcome: "failed", headline: `Failed: ${failed.join("; ")}.` };
  if (unknown.length > 0) return { outcome: "undecided", headline: `Could not be judged: ${unknown[0]!}.` };
  const { health_status, health_reasons, combined_score, hard_fail_count, total_tests } = summary;
  if (gates.length === 0 && notes.some(({ code }) => code === "unknown-ids"))
    return { outcome: "done", headline: `The scores say nothing: ${NO_KNOWN_ID}.` };
  if (gates.length === 0 && combined_score === null)
    return { outcome: "done", headline: `Health is not known: ${health_reasons[0]}.` };
  const title = isOffline({ notes })
    ? "Offline baseline, not your system's health"
    : `Health is ${health_status}`;
  if (gates.length === 0)
    return {
      outcome: "done",
      headline:
        `${title}: combined score ${combined_score}, ` +
        `${counted(hard_fail_count, "hard fail")} in ${counted(total_tests, "test")}.`,
    };
  const passed = why("passed").filter((_, at, { length }) => length === 1 || at > 0);
  return { outcome: "passed", headline: `Passed: ${passed.join("; ")}.` };
}

function baselineFacts({ file, tests, score_test, combined, hard_fails }: BaselineFacts): Fact[] {
  const { better, worse, same, left_out } = tests;
  const { difference, p, alpha } = score_test;
  return [
    {
      label: `Against ${file}`,
      value: `${better} better, ${worse} worse, ${same} the same`,
      note: left_out > 0 ? `${left_out} not compared` : undefined,
    },
    {
      label: "Change in score",
      value: signed(difference, (size) => size.toFixed(1)),
      unit: "points",
      note:
        p === null
          ? `not tested: too few tests differ (at least ${FEWEST_CHANGED} are needed)`
          : `${pText(p)} for a fall; counts if p ≤ ${alpha}`,
    },
    {
      label: "In the baseline",
      value: `combined score ${combined.before ?? "missing"}`,
      note: counted(hard_fails.before, "hard fail"),
    },
  ];
}

const repeatFacts = ({ repeats }: CheckResults): Fact[] =>
  repeats
    ? [
        {
          label: "Repeats",
          value: `${counted(repeats.attempts, "attempt")}, ${counted(repeats.tests, "test")} asked again`,
        },
        { label: "Flaky tests", value: repeats.flaky.length, note: shortList(repeats.flaky) || undefined },
      ]
    : [];

/**
 * Critical first, then the tests that caused a regression, then the largest falls, then the lowest score. A test without a score
 * says nothing about the target's answers.
 */
function rankOf(test: TestResult, facts: BaselineFacts | undefined): number {
  const { score } = test;
  if (isCriticalFailure(test)) return (score ?? 0) - 600;
  if (score === null) return 101;
  if (regressed(facts).has(test.test_id)) return score - 400;
  const fell = (facts?.earlier.get(test.test_id) ?? score) - score;
  return fell > 0 ? -100 - fell : score;
}

function findingOf(test: TestResult, facts: BaselineFacts | undefined): VerdictFinding {
  const { test_id, name, score } = test;
  const kind = isCriticalFailure(test)
    ? "critical failure"
    : regressed(facts).has(test_id)
      ? "worse than in the baseline"
      : score === null
        ? lackText([test])
        : test.is_hard_fail
          ? "hard fail"
          : `score ${score}`;
  const before = facts?.earlier.get(test_id);
  const moved = before !== undefined && before !== score ? ` (${before} → ${score})` : "";
  const lost = facts?.lost.find((each) => each.test_id === test_id);
  return {
    title: `${test_id}, ${kind}${moved}`,
    says: [
      ...(name === "" ? [] : [`${name}.`]),
      (lost ? lossOnce(test) : lossText(test)).replace(/^Hard fail: /, ""),
      ...(lost ? [lostText(lost)] : []),
    ].join(" "),
    quotes: "prompt" in test ? [{ at: "the question", text: test.prompt }] : [],
  };
}

function lostText(test: LostTest): string {
  const { before, regression } = test;
  return [
    `It failed ${often(test)}; in the baseline it passed ${before.passed} of ${before.attempts}.`,
    ...(regression ? [] : ["This may be chance."]),
  ].join(" ");
}

/** The baseline asked too rarely to show that the test is stable. */
const isThin = ({ before, deterministic }: LostTest): boolean =>
  !deterministic && before.attempts < DECIDING_ATTEMPTS;

/** The target answered, in another format. */
const UNUSABLE = new Set(["invalid-reply", "malformed-response"]);

function nextOf(results: CheckResults, { facts, gates }: Pick<Known, "facts" | "gates">): Verdict["next"] {
  const { health_status: health } = results.summary;
  const worse = [...regressed(facts)];
  return [
    ...(gates.length === 0 && !isOffline(results) && (health === "FAIR" || health === "POOR")
      ? [
          {
            says:
              `No gate is set: the check passes although health is ${health}. ` +
              "Gate the combined score, or compare with a baseline.",
          },
        ]
      : []),
    ...(gates.some(({ name }) => name === "every test answered")
      ? [
          {
            says:
              allResults(results).length === 0
                ? "docs/guide/retrieval.md shows what a target answers."
                : allResults(results).some(({ missing }) => missing?.code === NO_TEXT)
                  ? "Let the target return each document's text, or name the document of each quoted passage in its from."
                  : allResults(results).some(({ missing }) => missing && UNUSABLE.has(missing.code))
                    ? "Change what the target answers, as the messages say, and repeat the check."
                    : "Repeat the check when the target answers.",
          },
        ]
      : []),
    ...(worse.length > 0
      ? [{ says: `Look first at ${shortList(worse)}: the report shows what came up instead.` }]
      : []),
    ...(facts?.lost.some((test) => !test.regression && isThin(test))
      ? [
          {
            says:
              `Make the baseline with --repeat ${DECIDING_ATTEMPTS}: a test that passed every time there ` +
              `counts as a regression if it fails ${FAILURES_OF_STABLE} of ${DECIDING_ATTEMPTS}.`,
          },
        ]
      : []),
  ];
}
