/** The health of two runs over the tests that can be compared. */
import type { CheckBaseline, CheckResults, HealthStatus, TestResult } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { asksTheSame, byTestId as byId, healthOfTests } from "../run/index.ts";
import { hasScore } from "./baseline-tests.ts";

const HEALTH: readonly HealthStatus[] = ["CRITICAL", "POOR", "FAIR", "GOOD", "EXCELLENT"];

type Health = CheckBaseline["health"];

export const isWorse = ({ before, now }: Health): boolean => HEALTH.indexOf(now) < HEALTH.indexOf(before);

export const fellWords = ({ before, now, tests, leftOut }: ReturnType<typeof comparableHealth>): string =>
  `health fell from ${before} to ${now}${leftOut.length > 0 ? ` over the ${counted(tests, "comparable test")}` : ""}`;

/** The health over unchanged tests that the target itself answered in both runs. The others are left out, with the reason. */
export function comparableHealth(
  current: CheckResults,
  newest: CheckResults,
): Health & { tests: number; leftOut: string[] } {
  const [now, before] = [byId(current), byId(newest)];
  const builtIn = new Set([...current.summary.by_built_in, ...newest.summary.by_built_in]);
  const pairs: Array<{ now: TestResult; before: TestResult }> = [];
  const leftOut: string[] = [];
  for (const id of new Set([...now.keys(), ...before.keys()])) {
    const [result, earlier] = [now.get(id), before.get(id)];
    const why = !result
      ? "only before"
      : !earlier
        ? "only now"
        : !asksTheSame(result, earlier)
          ? "question or expectation changed"
          : builtIn.has(result.mechanism)
            ? "answered by the built-in rules"
            : !hasScore(result)
              ? "no score now"
              : !hasScore(earlier)
                ? "no score before"
                : undefined;
    if (why === undefined) pairs.push({ now: result!, before: earlier! });
    else leftOut.push(`${id} (${why})`);
  }
  return {
    before: healthOfTests(pairs.map((pair) => pair.before)),
    now: healthOfTests(pairs.map((pair) => pair.now)),
    tests: pairs.length,
    leftOut,
  };
}
