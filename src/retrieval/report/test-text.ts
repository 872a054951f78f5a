/** Single tests in words: a line, a sentence, a section. Names and a target's words are escaped. */
import {
  type Breakdown,
  type CheckResults,
  type RankViolation,
  type TestRepeats,
  type TestResult,
  type TestVerdict,
} from "../../contract/index.ts";
import { counted, signed, visible } from "../../kernel/report/index.ts";
import { moduleOf, styles, type Style } from "../mechanisms/index.ts";
import { allResults, isCriticalFailure } from "../run/index.ts";
import { FULL_SCORE, interpretScore, lacksScore } from "../score.ts";

/** Tests that lost points or have no score. */
export const belowFull = (results: CheckResults): TestResult[] => allResults(results).filter(isBelowFull);

export const isBelowFull = (result: TestResult): boolean =>
  lacksScore(result) || (result.score ?? FULL_SCORE) < FULL_SCORE;

export function testLine(result: TestResult): string {
  const { test_id, name, score, missing, repeats } = result;
  const times = repeats && repeats.attempts.length > 1 ? `, ${rateText(repeats)}` : "";
  const verdict =
    score === null
      ? `no score: ${line(missing?.message ?? NOT_ANSWERED).replace(/\.$/, "")}`
      : isCriticalFailure(result)
        ? "🚨 CRITICAL"
        : score === 100
          ? "✓"
          : `Score: ${score}`;
  const about = name === "" ? "" : ` (${line(name)})`;
  return `${test_id}: ${verdict}${times}${about}`;
}

const NOT_ANSWERED = "the target did not answer";

const line = (text: string): string => visible(text).replaceAll(/\s+/g, " ");

/** "passed 7 of 10". */
function rateText({ passed, answered, attempts }: TestRepeats): string {
  if (answered === 0) return `no answer in ${counted(attempts.length, "attempt")}`;
  const rates = `passed ${passed} of ${answered}`;
  const silent = attempts.length - answered;
  return silent > 0 ? `${rates}, ${silent} without an answer` : rates;
}

/** The same as data. */
export function testVerdictOf(result: TestResult): TestVerdict {
  const { test_id, mechanism, name, score, is_hard_fail, breakdown, missing, repeats } = result;
  return {
    test_id,
    mechanism,
    name,
    score,
    means: score === null ? "No score" : interpretScore(score),
    ...(isBelowFull(result) && { says: lossText(result) }),
    is_hard_fail,
    is_critical_failure: isCriticalFailure(result),
    breakdown,
    metrics: "metrics" in result ? result.metrics.final : undefined,
    missing,
    answer: "answer" in result ? result.answer : undefined,
    repeats,
  };
}

/** The question, the expectation, the answer, and where it went wrong. */
export function testSection(
  result: TestResult,
  { style = "markdown" }: { style?: "markdown" | "plain" } = {},
): string[] {
  const { test_id, name, score, missing, repeats } = result;
  const { inline, bold, heading } = styles[style];
  return [
    heading([test_id, name].filter(Boolean).map(inline).join(": ")),
    "",
    score === null
      ? `${bold("No score:")} ${inline(missing?.message ?? NOT_ANSWERED)}`
      : `${bold("Score:")} ${score} (${interpretScore(score)})`,
    "",
    ...moduleOf(result).details(result, styles[style]),
    ...(repeats ? [`- ${bold("Attempts:")} ${rateText(repeats)}`] : []),
    ...(score === null ? [] : pointsLost(result.breakdown, styles[style])),
    "",
  ];
}

/** Why a test has no score or lost points, in a sentence. */
export function lossText(test: TestResult): string {
  const { repeats, score } = test;
  const once = lossOnce(test);
  if (!repeats || repeats.attempts.length <= 1) return once;
  return score === null || test.is_hard_fail || repeats.passed === repeats.answered
    ? `${once} It ${rateText(repeats)}.`
    : `Score ${score}, ${rateText(repeats)}. In a failed attempt: ${once.replace(/^Hard fail: /, "")}`;
}

/** The same, without its attempts. */
export function lossOnce(test: TestResult): string {
  const { score, missing, breakdown } = test;
  if (score === null) return `No score: ${(missing?.message ?? NOT_ANSWERED).replace(/\.?$/, ".")}`;
  if (breakdown.primary_fail) {
    const absent = lacking(test).join(", ") || (breakdown.reason ?? "a primary entity");
    const came = moduleOf(test).came(test).slice(0, 5);
    const instead = came.length === 0 ? "Nothing came up" : `Came up: ${came.join(", ")}`;
    return `Hard fail: ${absent} did not come up. ${instead}.`;
  }
  const lost = pointsLost(breakdown, styles.plain).map((line) => line.replace(/^- /, ""));
  return lost.length === 0 ? `Score ${score}.` : `Score ${score} (${lost.join("; ")}).`;
}

/** Required entities that did not come up. */
export const lacking = (result: TestResult): string[] => moduleOf(result).lacking(result);

function pointsLost({ primary_fail, reason, ...parts }: Breakdown, { inline, bold }: Style): string[] {
  if (primary_fail) return [`- ${bold("Points:")} 0: ${inline(reason ?? "")}`];
  const words = {
    secondary_missing: "secondary missing",
    false_positives: "should not have come up",
    rank_violations: "in the wrong order",
    wrong_handlers: "wrong handler",
  } as const;
  const itemText = (item: string | RankViolation) =>
    typeof item === "string"
      ? inline(item)
      : `${inline(item.expected_higher)} at rank ${item.actual_higher_rank}, ` +
        `${inline(item.expected_lower)} at ${item.actual_lower_rank}`;
  return (Object.keys(words) as Array<keyof typeof words>).flatMap((kind) => {
    const part = parts[kind];
    if (!part) return [];
    return [`- ${bold(`${signed(part.penalty)}:`)} ${words[kind]}: ${part.items.map(itemText).join(", ")}`];
  });
}
