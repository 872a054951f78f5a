/** The end of a check: compares it with its baseline, judges its gates, and keeps the verdict with the results. */
import { basename } from "node:path";
import { checkBaseline, type CheckOutcome, type CheckResults } from "../../contract/index.ts";
import { gateOutcome, readResults, type Compared, type ScoreGate } from "../report/index.ts";
import type { Checked } from "../run/index.ts";
import { baselineVerdict, reasonOf } from "./baseline-verdict.ts";
import { compareWithBaseline } from "./compare-with-baseline.ts";

/** An earlier run, and the file it was read from. */
export type Baseline = { file: string; results: CheckResults };

export const readBaseline = (file: string): Baseline => ({ file, results: readResults(file) });

export function concludeCheck(
  checked: Checked,
  { baseline, gates = [] }: { baseline?: Baseline | undefined; gates?: readonly ScoreGate[] },
): { checked: Checked; comparison: Compared | undefined; outcome: CheckOutcome } {
  const { results } = checked;
  const comparison = baseline && comparisonWith(results, baseline);
  const outcome: CheckOutcome = {
    ...gateOutcome(results, { baseline: comparison, gates }),
    ...(comparison && { baseline: checkBaseline.parse(comparison) }),
  };
  const { version, timestamp, target, kb, summary, outcome: _, ...found } = results;
  return {
    // The verdict comes before the tests: a person who opens the file reads it first.
    checked: { ...checked, results: { version, timestamp, target, kb, summary, outcome, ...found } },
    comparison,
    outcome,
  };
}

function comparisonWith(results: CheckResults, { file, results: earlier }: Baseline): Compared {
  const facts = compareWithBaseline(results, earlier);
  return { ...facts, file: basename(file), verdict: baselineVerdict(facts), reason: reasonOf(facts) };
}
