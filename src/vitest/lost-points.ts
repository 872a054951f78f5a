/** What a failed matcher says about the tests of a check. */
import type { TestVerdict } from "../contract/index.ts";
import { counted } from "../kernel/report/index.ts";

const SHOWN = 5;

/** The tests of a bank, or of all, that lost most points. */
export function mostLost(tests: readonly TestVerdict[], bank: string): string {
  const lost = tests
    .filter(
      ({ mechanism, score }) => (bank === "combined" || mechanism === bank) && score !== null && score < 100,
    )
    .toSorted((a, b) => a.score! - b.score!);
  if (lost.length === 0) return "";
  const more = lost.length - SHOWN;
  return [
    "\nLost most:",
    ...lost.slice(0, SHOWN).map(lostLine),
    ...(more > 0 ? [`  and ${counted(more, "more test")}`] : []),
  ].join("\n");
}

function lostLine({ test_id, name, score, breakdown }: TestVerdict): string {
  const reasons = reasonsOf(breakdown);
  return `  ${test_id}${name === "" ? "" : ` (${name})`}: ${counted(100 - score!, "point")}${reasons.length === 0 ? "" : `: ${reasons.join("; ")}`}`;
}

/** Undefined: the test passed. */
export function whyFailed(verdict: TestVerdict, minScore: number | undefined): string | undefined {
  const { test_id, score, means, is_hard_fail, is_critical_failure, breakdown, missing } = verdict;
  if (score === null) return `${test_id} has no score: ${missing?.message ?? "the target did not answer"}`;
  const passed = minScore === undefined ? !is_hard_fail && !is_critical_failure : score >= minScore;
  if (passed) return undefined;
  const required = minScore === undefined ? "" : `, required: ≥ ${minScore}`;
  const kind = is_critical_failure ? ": CRITICAL" : is_hard_fail ? ": hard fail" : "";
  return [
    `${test_id} scored ${score} (${means})${required}${kind}`,
    ...reasonsOf(breakdown).map((reason) => `  ${reason}`),
  ].join("\n");
}

function reasonsOf({
  reason,
  secondary_missing,
  false_positives,
  rank_violations,
  wrong_handlers,
}: TestVerdict["breakdown"]): string[] {
  const lists = Object.entries({ secondary_missing, false_positives, wrong_handlers });
  return [
    ...(reason === undefined ? [] : [reason]),
    ...lists.flatMap(([what, list]) =>
      list && list.count > 0 ? [`${what.replace("_", " ")}: ${list.items.join(", ")}`] : [],
    ),
    ...(rank_violations?.items ?? []).map(
      ({ expected_lower, expected_higher }) => `${expected_lower} ranks above ${expected_higher}`,
    ),
  ];
}
