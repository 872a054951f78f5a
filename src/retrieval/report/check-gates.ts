/** The gates of a check: what decides its exit code. */
import {
  answerMetric,
  type AnswerMetric,
  type CheckOutcome,
  type CheckResults,
  type Latency,
  type LostTest,
  type Mechanism,
  type TestResult,
} from "../../contract/index.ts";
import { counted, pText, shortList } from "../../kernel/report/index.ts";
import { answerScore, missingReasons, worstAnswers } from "../answers/index.ts";
import { NO_TEXT } from "../mechanisms/index.ts";
import { allResults, isCriticalFailure } from "../run/index.ts";
import { lacksScore } from "../score.ts";
import { seconds } from "./check-summary.ts";
import { isOpen, type BaselineFacts } from "./compare-with-baseline.ts";

export type ScoreGate = { name: "combined" | Mechanism | AnswerMetric; least: number };
export type LatencyGate = { name: Exclude<keyof Latency, "requests">; mostMs: number };
export type CheckGate = ScoreGate | LatencyGate;
type Gate = CheckOutcome["gates"][number];

/** `why`: what it says, as a part of the headline. */
export type JudgedGate = Gate & { why: string };
type Given = { facts: BaselineFacts | undefined; gates: readonly CheckGate[] };

const SAYS = { passed: "Gate passed", failed: "Gate failed", error: "Could not be judged" } as const;

const gate = (name: string, is: Gate["is"], why: string, details?: string[]): JudgedGate => ({
  name,
  is,
  why,
  says: `${SAYS[is]}: ${why}.`,
  details,
});

/**
 * A missed crisis counts whatever else happened. Beyond that an outage decides nothing: a service that is half down may
 * answer wrongly as well, and a score over the other tests would pass one that is mostly down.
 */
export function gatesOf(results: CheckResults, { facts, gates }: Given): JudgedGate[] {
  const added = new Set(facts?.new_critical.map(({ test_id }) => test_id));
  const critical = allResults(results)
    .filter(isCriticalFailure)
    .map(({ test_id }) => test_id);
  const [first = ""] = critical;
  const lack = lackOf(results, facts);
  const asked = explained(results, [
    ...(facts ? [baselineGate(facts)] : []),
    ...gates.map((each) => ("mostMs" in each ? latencyGate(each, results) : scoreGate(each, results))),
    ...answersGate(results, gates),
  ]);
  return [
    ...(critical.length > 0
      ? [
          gate(
            "no critical failure",
            "failed",
            critical.length === 1
              ? `${first} is a ${added.has(first) ? "new " : ""}critical failure`
              : `critical failures: ${shortList(critical.map((id) => `${id}${added.has(id) ? " (new)" : ""}`))}`,
          ),
        ]
      : asked.length > 0
        ? [gate("no critical failure", "passed", "no critical failure")]
        : []),
    ...(lack === undefined
      ? asked
      : [
          gate("every test answered", "error", lack),
          ...asked.map(({ name }) => gate(name, "error", `${name} (answers are missing)`)),
        ]),
  ];
}

export const NO_KNOWN_ID = "none of the returned ids occurs in the bank or the knowledge base";

/** Whatever else fails then fails for this reason. */
function explained({ notes }: CheckResults, asked: JudgedGate[]): JudgedGate[] {
  const isUnknown = notes.some(({ code }) => code === "unknown-ids");
  const first = asked.find(({ is }) => is === "failed");
  return asked.map((each) =>
    isUnknown && each === first ? gate(each.name, each.is, `${NO_KNOWN_ID}; ${each.why}`) : each,
  );
}

/** Tests without a score, or with too few answers to say that a lost test is no regression. */
function lackOf(results: CheckResults, facts: BaselineFacts | undefined): string | undefined {
  const all = allResults(results);
  if (all.length === 0) return `the target does not implement ${results.summary.not_tested.join(", ")}`;
  const open = new Set(facts?.lost.filter(isOpen).map(({ test_id }) => test_id));
  const silent = all.filter((result) => lacksScore(result) || open.has(result.test_id));
  if (silent.length === 0) return undefined;
  const have = silent.length === 1 ? "has" : "have";
  const ids = shortList(silent.map(({ test_id }) => test_id));
  return `${silent.length} of ${counted(all.length, "test")} ${have} ${lackText(silent)}: ${ids}`;
}

export function lackText(tests: readonly TestResult[]): string {
  if (tests.every(({ missing }) => missing?.code === NO_TEXT)) return "no score";
  return tests.some(({ repeats }) => repeats?.answered) ? "too few answers" : "no answer";
}

function baselineGate(facts: BaselineFacts): JudgedGate {
  const name = "no regression";
  const regressions = regressionsOf(facts);
  if (regressions.length > 0) return gate(name, "failed", regressions.join("; "));
  const { better, worse, same } = facts.tests;
  const { length: silent } = facts.unansweredBefore;
  if (silent > 0)
    return gate(name, "error", `the baseline has no score for ${counted(silent, "test")}; make a new one`);
  if (better + worse + same === 0)
    return gate(
      name,
      "error",
      "no test has the same question, the same expectation and a score in both runs",
    );
  const { lost } = facts;
  return gate(
    name,
    "passed",
    lost.length === 0
      ? "no test that passed in the baseline fails now"
      : `no test fails often enough to be a regression (${shortList(lost.map((test) => `${test.test_id} failed ${often(test)}`))})`,
  );
}

/** Tests that a headline describes one by one. */
const FEW = 3;

/** A new critical failure has failed a gate of its own. */
function regressionsOf({ lost, score_test }: BaselineFacts): string[] {
  const worse = lost.filter(({ regression }) => regression);
  const { p, alpha, difference } = score_test;
  return [
    ...(worse.length === 0
      ? []
      : worse.length <= FEW
        ? [worse.map((test) => `${test.test_id} ${nowFails(test)}`).join(", ")]
        : [
            `${worse.length} tests that passed in the baseline now fail: ${shortList(worse.map(({ test_id }) => test_id))}`,
          ]),
    ...(p !== null && p <= alpha
      ? [`the combined score fell by ${(-difference).toFixed(1)} points (${pText(p)})`]
      : []),
  ];
}

/** "5 of 5". */
export const often = ({ now }: LostTest): string => `${now.failed} of ${now.attempts}`;

/** A deterministic test was asked once: "1 of 1" would say nothing. */
const nowFails = (test: LostTest): string =>
  test.now.attempts === 1 ? "now fails" : `now fails ${often(test)}`;

const isAnswerMetric = (name: ScoreGate["name"]): name is AnswerMetric =>
  answerMetric.safeParse(name).success;

function scoreGate({ name, least }: ScoreGate, results: CheckResults): JudgedGate {
  const { summary, answers } = results;
  const score =
    name === "combined"
      ? summary.combined_score
      : ((isAnswerMetric(name) ? answerScore(answers, name) : summary.component_scores[name]) ?? null);
  const called = `${name} ≥ ${least}`;
  if (score === null) return gate(called, "error", `${name} has no score (at least ${least} needed)`);
  if (score >= least) return gate(called, "passed", `${name} ${score} ≥ ${least}`);
  const details = isAnswerMetric(name) ? worstAnswers(results) : undefined;
  return gate(called, "failed", `${name} ${score} < ${least}`, details);
}

function latencyGate({ name, mostMs }: LatencyGate, { latency }: CheckResults): JudgedGate {
  const called = `${name} ≤ ${seconds(mostMs)}`;
  if (!latency) return gate(called, "error", `${name} is unknown: no test asked for retrieval`);
  const isOver = latency[name] > mostMs;
  return gate(
    called,
    isOver ? "failed" : "passed",
    `${name} ${seconds(latency[name])} ${isOver ? ">" : "≤"} ${seconds(mostMs)}`,
  );
}

function answersGate({ answers, semantic }: CheckResults, gates: readonly CheckGate[]): JudgedGate[] {
  if (!answers) return [];
  const isAsked = (metric: AnswerMetric) => gates.some(({ name }) => name === metric);
  const { gold, missing, read, tests, with_verdict } = answers;
  const unread = (count: number, of: number, what: string, why = "") => {
    const have = count === 1 ? "has" : "have";
    return gate(
      `every answer ${what}`,
      "error",
      `${count} of ${counted(of, "answer")} ${have} not been ${what}${why}`,
    );
  };
  const [why = "unknown reason"] = missingReasons(semantic?.results ?? []);
  return [
    ...(missing > 0 && (read === 0 || answerMetric.options.some(isAsked))
      ? [unread(missing, tests, "read", ` (${why})`)]
      : []),
    ...(isAsked("answered") && with_verdict < read
      ? [unread(read - with_verdict, tests, "judged", " (the reader quotes words that are not there)")]
      : []),
    ...(gold && isAsked("gold") && gold.missing > missing
      ? [unread(gold.missing, gold.tests, "compared with the gold answer")]
      : []),
  ];
}
