/** What is said of runs, in words. */
import type { CheckAnswer, RetrievalOverview, RunDigest } from "../../../../src/contract/index.ts";
import { count, decimal, when } from "../../ui/format.ts";

/** One test has a score; only banks have a health. */
export function outcomeOf({
  health_status,
  combined_score,
  total_tests,
  critical_failures,
}: Pick<CheckAnswer, "health_status" | "combined_score" | "total_tests" | "critical_failures">): string[] {
  const score = combined_score === null ? "no score" : `score ${decimal(combined_score)}`;
  return total_tests === 1
    ? [...(critical_failures.length > 0 ? ["a critical failure"] : []), score]
    : [health_status, score];
}

/** Why its health is no better; a single test has none. */
export const whyNoBetter = ({
  total_tests,
  health_status,
  health_reasons,
}: Pick<CheckAnswer, "total_tests" | "health_status" | "health_reasons">): string | null =>
  total_tests > 1 && health_reasons.length > 0
    ? `Why ${health_status}${health_status === "EXCELLENT" ? "" : " and no better"}: ${health_reasons.join("; ")}.`
    : null;

/** What its tests are found by in the list; empty: all of them. */
export function testsOf({ component_scores }: Pick<CheckAnswer, "component_scores">): Record<string, string> {
  const banks = Object.keys(component_scores);
  return banks.length === 1 ? { mechanism: banks[0]! } : {};
}

/** Under the line: how far it reaches, and what is no part of it. */
export function trendCaption(whole: ReadonlyArray<Pick<RunDigest, "at">>, others: number): string {
  const reach =
    whole.length > 1
      ? `${when(whole[0]?.at)} to ${when(whole.at(-1)?.at)}, ${count(whole.length, "run")}.`
      : "One run so far: the next makes a line of it.";
  return others === 0
    ? reach
    : `${reach} ${count(others, "run")} of some tests only ${others === 1 ? "is" : "are"} not in it.`;
}

/** What to run first: where nothing has been checked and the built-in one would want a key, what needs none. */
export function firstTarget(
  { targets, usual, same }: RetrievalOverview["can_run"],
  hasResults: boolean,
): string {
  const wanted = same ?? usual;
  return !hasResults && wanted === "built-in" && targets.some(({ ask }) => ask === "offline")
    ? "offline"
    : wanted;
}
