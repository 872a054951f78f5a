/** A comparison in words: for the report and for the terminal. */
import { counted, inline, markdownTable, pText, signed } from "../../kernel/report/index.ts";
import { regressionText } from "../report/index.ts";
import { hardFailWords, isSignificant, NOT_TESTED } from "./baseline-tests.ts";
import { inWords, type BaselineComparison } from "./compare-with-baseline.ts";

const SHOWN = 30;
const shown = (score: number | null): string => (score === null ? "no score" : String(score));

export function baselineSection(comparison: BaselineComparison): string[] {
  const moved = comparison.tests
    .filter(({ change }) => change === "better" || change === "worse")
    .toSorted((a, b) => (a.now ?? 0) - (a.before ?? 0) - ((b.now ?? 0) - (b.before ?? 0)));
  return [
    "## Against the Baseline",
    "",
    ...baselineLines(comparison).map((line) => `- ${inline(line)}`),
    "",
    ...(moved.length === 0
      ? []
      : [
          markdownTable(
            ["Test", "Before", "Now"],
            moved
              .slice(0, SHOWN)
              .map(({ test_id, before, now }) => [inline(test_id), shown(before), shown(now)]),
          ),
          "",
          ...(moved.length > SHOWN ? [`And ${moved.length - SHOWN} more.`, ""] : []),
        ]),
  ];
}

/** A summary for the terminal. Names every new hard fail, significant or not. */
export function baselineLines(comparison: BaselineComparison): string[] {
  const { combined, health, worse, mended, hard_fail_test, regressions, notes } = comparison;
  const [counts, ...tested] = comparisonLines(comparison);
  return [
    `Combined ${shown(combined.before)} → ${shown(combined.now)}, health ${health.before} → ${health.now}`,
    counts,
    ...(worse.length > 0
      ? [
          `${hard_fail_test.method === PASS_RATES ? "LOWER PASS RATES" : "NEW HARD FAILS"} (${worse.length}): ${worse.map(inWords).join(", ")}`,
        ]
      : []),
    ...(mended.length > 0 ? [`No longer hard fails (${mended.length}): ${mended.join(", ")}`] : []),
    ...tested,
    ...notes.map((note) => `Note: ${note}`),
    regressions.length > 0
      ? regressionText(comparison)
      : worse.length > 0 && !hard_fail_test.strict
        ? "No regression shown: new hard fails may be chance. If the target is deterministic, use --strict: it counts each"
        : "No regression",
  ];
}

const PASS_RATES = "pass rates of repeated tests";

/** How many tests changed, and what the significance tests say. */
export function comparisonLines({
  tests,
  hard_fail_test,
  score_test,
  answers = [],
}: BaselineComparison): [string, ...string[]] {
  const count = (change: string) => tests.filter((test) => test.change === change).length;
  const { p, alpha, worse, better, expected } = hard_fail_test;
  return [
    `${counted(count("better"), "test")} better, ${count("worse")} worse, ${count("same")} the same${count("not comparable") > 0 ? `, ${count("not comparable")} not comparable` : ""}`,
    hard_fail_test.method === PASS_RATES
      ? `Pass rates: ${hardFailWords(hard_fail_test)}`
      : expected === undefined && worse + better === 0
        ? `Hard fails: the same in ${counted(hard_fail_test.tests, "comparable test")}`
        : `Hard fails: ${hardFailWords(hard_fail_test)}${p > alpha ? `: not significant (fails at p ≤ ${alpha})` : ""}`,
    score_test.p === null && score_test.method === NOT_TESTED
      ? `Scores: ${signed(score_test.difference, (size) => size.toFixed(1))} points on the combined score (${NOT_TESTED}: pass rates decide)`
      : score_test.p === null
        ? `Scores: ${count("better") + count("worse") === 0 ? "identical" : "not tested, because fewer than six tests differ"}`
        : `Scores: ${signed(score_test.difference, (size) => size.toFixed(1))} points on the combined score over ${counted(score_test.tests, "test")}, ${pText(score_test.p)} (${score_test.method})${isSignificant(score_test) ? "" : ": no difference found"}`,
    ...answers,
  ];
}
