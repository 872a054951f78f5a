import { expect, test } from "vitest";
import type { MatrixConfigInput, MatrixRow } from "../../../../contract/index.ts";
import { planOf, rowsOf } from "../../../../../tests/support/playtest/matrix-rows.ts";
import { compareBaseline } from "../compare/compare-baseline.ts";
import { matrixReport } from "./matrix-report.ts";
import { matrixOutcome } from "../summarise-matrix.ts";

const reportOf = (rows: MatrixRow[], config: Partial<MatrixConfigInput> = {}) =>
  matrixReport(matrixOutcome({ dir: "nowhere", plan: planOf(rows, config), rows }), []);
test("the share of completed sessions has an exact interval over groups", () => {
  // Clopper and Pearson: 5 of 5 is 47.8 to 100 %, 4 of 5 is 28.4 to 99.5 %.
  const ended = (outcome: MatrixRow["outcome"]) => (at: number) => (at === 0 ? { outcome } : {});
  const report = reportOf([
    ...rowsOf({ rounds: 5 }),
    ...rowsOf({ prompt: "new", rounds: 5, of: ended("timeout") }),
  ]);
  expect(report).toMatch(/^\| baseline \| 5 \|.* \| 100 % \(48 to 100\) \| /m);
  expect(report).toMatch(/^\| new \| 5 \|.* \| 80 % \(28 to 99\) \| /m);
  // A second narrator on the same groups adds no evidence. 9 of 10 is between 4 and 5 of 5.
  const twice = reportOf([
    ...rowsOf({ rounds: 5 }),
    ...rowsOf({ narrator: "other", rounds: 5, of: ended("crashed") }),
    ...rowsOf({ prompt: "new", rounds: 5, of: ended("unfinished") }),
  ]);
  expect(twice).toMatch(/^\| baseline \| 10 \|.* \| 90 % \(28 to 100\) \| /m);
  // 4 of 4: sessions that were not played do not count.
  expect(twice).toMatch(/^\| new \| 5 \|.* \| 100 % \(40 to 100\) \| /m);
});

test("if sessions lack parts of overall, the report names the parts that are used", () => {
  const part = (name: string, value: number) => ({ [`overall/${name}`]: value, [`weight/${name}`]: 1 });
  const read = (at: number) => ({
    metrics: { overall: 70, ...part("completion", 0.8), ...(at > 0 && part("soundness", 0.6)) },
  });
  const rows = rowsOf({ rounds: 8, of: read });
  const plan = planOf(rows);
  const before = {
    name: "before",
    seed: 1,
    rows: rowsOf({ rounds: 8, of: (at) => read(at + 1) }),
    config: plan.config,
  };
  const baseline = compareBaseline(before, { ...before, rows }, "overall");
  const report = matrixReport(matrixOutcome({ dir: "nowhere", plan, rows, baseline }), []);
  // 80 on completion alone. Against the baseline, only the first pair lacks soundness.
  expect(report).toMatch(/^\| overall \| 80, n 8/m);
  expect(report).toContain("| Prompt | overall (shared parts) before | now |");
  expect(report).toMatch(/^\| baseline \| 71\.3 \| 71\.3 \|/m);
  const notes = report.match(/^- Overall scores here leave out .*$/gm)!;
  expect(notes).toEqual([
    expect.stringMatching(
      /leave out soundness, which not all sessions have\. .* The comparison with the baseline leaves out less: only what one side of a pair does not have\.$/,
    ),
    expect.stringMatching(/leave out soundness, which one side of a pair does not have\. /),
  ]);
  expect(reportOf(rowsOf({ rounds: 8 }))).not.toContain("Overall scores here");
});
