import { expect, test } from "vitest";
import type { MatrixConfigInput, MatrixRow } from "../../../../contract/index.ts";
import { planOf, rowsOf } from "../../../../../tests/support/playtest/matrix-rows.ts";
import { compareBaseline } from "../compare/compare-baseline.ts";
import { matrixReport } from "./matrix-report.ts";
import { matrixOutcome } from "../summarise-matrix.ts";

const reportOf = (rows: MatrixRow[], config: Partial<MatrixConfigInput> = {}) =>
  matrixReport(matrixOutcome({ dir: "nowhere", plan: planOf(rows, config), rows }), []);
/** Two prompts on `rounds` groups; the second scores `by` more. */
const two = (rounds: number, by: number, rest: Record<string, number> = {}) => [
  ...rowsOf({ rounds, of: (at) => ({ metrics: { overall: 60 + (at % 4), issues: 2 } }) }),
  ...rowsOf({
    prompt: "new",
    rounds,
    of: (at) => ({ metrics: { overall: 60 + (at % 4) + by + (at % 3), issues: 2, ...rest } }),
  }),
];
const headings = (report: string) => report.match(/^#+ .*/gm)!;

test("ranks are not numbered: five pairs that look clear have no winner", () => {
  const report = reportOf(two(5, 20));
  expect(report).toContain("| new | 5 | 82 |");
  expect(report).toContain("**insufficient evidence**");
  expect(report).not.toMatch(/^\| \d+ \| (new|baseline)/m);
  expect(report).toContain("The verdict shows whether two differ, not their order.");
});

test("the interval of a difference is shown from six pairs on", () => {
  const [few, many] = [reportOf(two(5, 5)), reportOf(two(6, 5))];
  expect(few).not.toContain("95 % interval of the difference");
  expect(few).toContain("Fewer than 6 pairs are insufficient evidence.");
  expect(many).toContain("95 % interval of the difference");
});

test("equal means and differences have no interval, and the report says why", () => {
  const equal = reportOf([
    ...rowsOf({ rounds: 8, of: () => ({ metrics: { overall: 60, completion: 1 } }) }),
    ...rowsOf({ prompt: "new", rounds: 8, of: () => ({ metrics: { overall: 65, completion: 1 } }) }),
  ]);
  expect(equal).toMatch(/^\| new \| 8 \| 65 \| - \| \+5 \| 8 \| 0\.008 \| \*\*better\*\* \|$/m);
  expect(equal).toMatch(/^\| completion \| 1, n 8 \| 1, n 8 \|$/m);
  expect(equal).toContain("A mean has no interval with fewer than 3 groups, or all groups equal.");
  expect(equal).not.toMatch(/\(([\d.]+) to \1\)/);
});

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

test("other metrics that differ are listed in a table, which is left out if none does", () => {
  expect(reportOf(two(10, 5, { issues: 9 }))).toMatch(
    /Other metrics that differ .*\n\n\| Prompt \| Metric \| Difference from the reference \| p \| Verdict \|\n.*\n\| new \| issues \| \+7 \| [.<\d]+ \| \*\*worse\*\* \|/,
  );
  expect(reportOf(two(10, 5))).not.toContain("ther metrics");
});

test("means of story and prompt have intervals", () => {
  expect(reportOf(two(8, 5))).toMatch(/^\| innsmouth \| 61\.5 \(60\.5 to 62\.5\), n 8 \| /m);
});

test("with one prompt and one narrator, nothing is listed twice", () => {
  const one = rowsOf({ rounds: 4 });
  expect(headings(reportOf(one)).filter((line) => /### /.test(line))).toEqual([
    "### By story",
    "### All sessions",
  ]);
  expect(reportOf(one).match(/^\| baseline, house \| 4 \|/gm)).toHaveLength(1);
  expect(
    headings(reportOf([...one, ...rowsOf({ narrator: "other", rounds: 4 })])).filter((line) =>
      /### /.test(line),
    ),
  ).toEqual(["### By story", "### By narrator"]);
});

test("every column has a heading", () => {
  for (const rows of [two(8, 5), two(8, 5).map((row, at) => ({ ...row, broken: at === 0 }))])
    expect(reportOf(rows)).not.toMatch(/\|\s*\|\n\| ---|^\|\s+\|.*\n\| ---/m);
  expect(reportOf(two(8, 5).map((row, at) => ({ ...row, broken: at === 0 })))).toContain(
    "| Outcome | Note |",
  );
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
