/** What a failed matcher says about the tests of a check. */
import type { TestVerdict } from "../contract/index.ts";
import { counted } from "../kernel/report/index.ts";
import { inBrackets } from "../kernel/verdict-words/index.ts";

const SHOWN = 5;

/** The tests of a bank, or of all, that lost most points. */
export function mostLost(tests: readonly TestVerdict[], bank: string): string {
  const lost = tests
    .filter(
      ({ mechanism, score }) => (bank === "combined" || mechanism === bank) && score !== null && score < 100,
    )
    .toSorted((a, b) => a.score! - b.score!);
  if (lost.length === 0) return "";
  return ["\nLost most:", ...firstOf(lost.map(lostLine))].join("\n");
}

/** The first few lines, indented. */
export const firstOf = (lines: readonly string[]): string[] => [
  ...lines.slice(0, SHOWN).map((line) => `  ${line}`),
  ...(lines.length > SHOWN ? [`  and ${counted(lines.length - SHOWN, "more test")}`] : []),
];

const lostLine = ({ test_id, name, says = "" }: TestVerdict): string =>
  `${test_id}${inBrackets(name || undefined)}: ${says}`;

/** Undefined: the test passed. */
export function whyFailed(verdict: TestVerdict): string | undefined {
  const { test_id, score, is_hard_fail, is_critical_failure, missing, says = "" } = verdict;
  if (score === null) return `${test_id} has no score: ${missing?.message ?? "the target did not answer"}`;
  if (!is_hard_fail && !is_critical_failure) return undefined;
  return `${test_id}${is_critical_failure ? " (CRITICAL)" : ""}: ${says}`;
}
