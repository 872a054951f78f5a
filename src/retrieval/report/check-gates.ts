/** The gates of a check, and their verdict. */
import {
  answerMetric,
  formatVersion,
  type AnswerMetric,
  type CheckBaseline,
  type CheckOutcome,
  type CheckResults,
  type Mechanism,
} from "../../contract/index.ts";
import { ciVerdict, counted, shortList, type CiGate } from "../../kernel/report/index.ts";
import { missingReasons, worstAnswers } from "../answers/index.ts";
import { missingCrises, NOT_SEARCHED } from "../run/index.ts";
import { allResults } from "./check-answer.ts";

export type ScoreGate = { name: "combined" | Mechanism | AnswerMetric; least: number };

/** A test of this run and of its baseline. */
export type TestChange = {
  test_id: string;
  before: number | null;
  now: number | null;
  change: "better" | "worse" | "same" | "not comparable";
};

/** `reason`: the headline of the verdict without its first word. */
export type Compared = CheckBaseline & { changes: readonly TestChange[]; reason: string };

export type Judged = { baseline?: Compared | undefined; gates: readonly ScoreGate[] };

/** 1: a gate failed. 3: no verdict for a bank or a crisis test, because the target did not answer. */
const exitOf = (gates: readonly CiGate[]): CheckOutcome["exit"] =>
  gates.some(({ is }) => is === "failed") ? 1 : gates.some(({ is }) => is === "error") ? 3 : 0;

/** Semantic tests whose result does not depend on a search, in words. */
export const notSearched = ({ summary }: CheckResults): string[] =>
  summary.health_reasons.filter((reason) => reason.startsWith(NOT_SEARCHED));

/** Many tests would pass whatever was retrieved, or were not searched for. */
export const isUndecided = (results: CheckResults): boolean =>
  results.notes.some(({ code }) => code === "few-documents") || notSearched(results).length > 0;

/** The verdict as results keep it. */
export function gateOutcome(results: CheckResults, judged: Judged): Omit<CheckOutcome, "baseline"> {
  const gates = checkGates(results, judged);
  const exit = exitOf(gates);
  const undecided = isUndecided(results);
  const { headline, sentences } = ciVerdict({ gates, undecided }, { exit });
  return {
    version: formatVersion,
    verdict:
      exit === 1
        ? "failed"
        : exit === 3
          ? "no-verdict"
          : gates.length === 0
            ? "no-gate"
            : undecided
              ? "undecided"
              : "passed",
    exit,
    says: [headline, ...sentences].join(" "),
    gates: gates.map(({ name, is, says }) => ({ name, is, says })),
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
  const unanswered = allResults(results).filter(
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
    ...(baseline === undefined ? [] : [baselineGate(baseline)]),
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

/** A comparison that found nothing to compare is not a verdict. */
const baselineGate = ({ verdict: { outcome }, reason }: Compared): CiGate =>
  gate(
    "no regression",
    outcome === "passed" || outcome === "failed" ? outcome : "error",
    `Against the baseline: ${reason}.`,
  );

const gate = (name: string, is: CiGate["is"], says: string): CiGate => ({ name, is, says });

const isAnswerMetric = (name: ScoreGate["name"]): name is AnswerMetric =>
  answerMetric.safeParse(name).success;

function scoreOf(name: ScoreGate["name"], { summary, answers }: CheckResults): number | null {
  if (name === "combined") return summary.combined_score;
  return (isAnswerMetric(name) ? answers?.[name] : summary.component_scores[name]) ?? null;
}

/** A missing score passes no gate. Without any score there is nothing to fail, and an answer that nobody read has no verdict. */
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
