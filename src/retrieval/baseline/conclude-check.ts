/** The end of a check: compares it with its baselines, judges its gates, and keeps the verdict with the results. */
import { basename } from "node:path";
import { checkBaseline, type CheckOutcome, type CheckResults } from "../../contract/index.ts";
import { gateOutcome, readResults, type ScoreGate } from "../report/index.ts";
import type { Checked } from "../run/index.ts";
import { comparisonLines } from "./baseline-text.ts";
import { compareWithBaseline, type BaselineComparison } from "./compare-with-baseline.ts";

/** An earlier run, and the file it was read from. */
export type Baseline = { file: string; results: CheckResults };

export const readBaselines = (files: readonly string[]): Baseline[] =>
  [...new Set(files)].map((file) => ({ file, results: readResults(file) }));

export function concludeCheck(
  checked: Checked,
  {
    baselines,
    strict = false,
    gates = [],
  }: { baselines: readonly Baseline[]; strict?: boolean; gates?: readonly ScoreGate[] },
): { checked: Checked; comparison: BaselineComparison | undefined; outcome: CheckOutcome } {
  const { results } = checked;
  const comparison =
    baselines.length > 0
      ? compareWithBaseline(
          results,
          baselines.map((each) => each.results),
          { strict },
        )
      : undefined;
  const outcome: CheckOutcome = {
    ...gateOutcome(results, { baseline: comparison, gates }),
    ...(comparison && {
      baseline: {
        files: baselines.map(({ file }) => basename(file)),
        ...checkBaseline.parse(comparison),
        worse: comparison.worse,
        lines: comparisonLines(comparison),
      },
    }),
  };
  const { version, timestamp, target, kb, summary, outcome: _, ...found } = results;
  return {
    // The verdict comes before the tests: a person who opens the file reads it first.
    checked: { ...checked, results: { version, timestamp, target, kb, summary, outcome, ...found } },
    comparison,
    outcome,
  };
}
