/** The result of comparing two arms. */
import type { ArmComparisonView } from "../../contract/index.ts";
import {
  FEWEST_PAIRS,
  holm,
  verdict,
  type PairedComparison,
  type Verdict,
} from "../../kernel/stats/index.ts";
import { betterOf, higherIsBetter, type MetricName } from "./compared-metrics.ts";

export type MetricComparison = PairedComparison & {
  metric: MetricName;
  meanA: number | null;
  meanB: number | null;
  /**
   * Holm's correction: the primary over the comparisons shown side by side, the others over all remaining tests. Null:
   * not tested.
   */
  adjusted: number | null;
  /** About B. Null: neither direction is better. */
  verdict: Verdict | null;
};

export type ArmComparison = Omit<ArmComparisonView, "primary" | "others"> & {
  primary: MetricComparison;
  others: MetricComparison[];
};
export type Circumstances = Pick<ArmComparison, "chosenNow" | "unplanned" | "withheld" | "settings">;
export type Completion = ArmComparison["completed"];

/**
 * Verdicts for comparisons shown side by side, with Holm's correction. Their primary metrics are one family of tests;
 * everything else is another, including primary metrics that were not pre-registered. `alpha` is for the primary
 * metrics.
 */
export function judgeTogether(given: readonly ArmComparison[], alpha?: number): ArmComparison[] {
  const comparisons = given.map((comparison) =>
    comparison.withheld?.length ? untested(comparison) : comparison,
  );
  const primary = holm(
    comparisons.map((comparison) => (comparison.chosenNow === undefined ? comparison.primary.p : null)),
  );
  const tests = comparisons.flatMap(({ primary: main, chosenNow, others, completed }) => [
    ...(chosenNow === undefined ? others : [main, ...others]).map(({ metric, p }) =>
      betterOf(metric) === null ? null : p,
    ),
    completed.p,
  ]);
  const rest = holm(tests).values();
  const families = { primary: counted(primary), others: counted(tests) };
  const testable = testableOf(comparisons);
  return comparisons.map(({ note: _note, ...comparison }, at) => {
    const said = comparison.withheld?.length ? withheld : withoutCrashedWinner(comparison);
    const main =
      comparison.chosenNow === undefined
        ? judged(comparison.primary, primary[at]!, { tests: testable.primary, alpha })
        : judged(comparison.primary, rest.next().value!, { tests: testable.others, alpha });
    const others = comparison.others
      .map((other) => judged(other, rest.next().value!, { tests: testable.others }))
      .map((other) => ({ ...other, verdict: said(other.verdict) }));
    const adjusted = rest.next().value!;
    const completed = {
      ...comparison.completed,
      adjusted,
      verdict: said(
        verdict({
          ...comparison.completed,
          p: adjusted,
          tests: testable.others,
          higherIsBetter: true,
        }),
      ),
    };
    const note =
      said(main.verdict) === main.verdict || comparison.withheld?.length
        ? {}
        : { note: crashedNote(comparison) };
    return {
      ...comparison,
      families,
      testable,
      primary: { ...main, verdict: said(main.verdict) },
      others,
      completed,
      ...note,
    };
  });
}

function judged(
  compared: MetricComparison,
  adjusted: number | null,
  { tests, alpha }: { tests: number; alpha?: number },
): MetricComparison {
  const said = verdict({
    ...compared,
    p: adjusted,
    tests,
    higherIsBetter: higherIsBetter(compared.metric),
    ...(alpha !== undefined && { alpha }),
  });
  return { ...compared, adjusted, verdict: betterOf(compared.metric) === null ? null : said };
}

/** An interval that excludes 0 would be a verdict in disguise. */
function untested({ primary, others, completed, ...comparison }: ArmComparison): ArmComparison {
  const bare = ({ interval: _interval, ...compared }: MetricComparison): MetricComparison => ({
    ...compared,
    p: null,
  });
  return {
    ...comparison,
    primary: bare(primary),
    others: others.map(bare),
    completed: { ...completed, p: null },
  };
}
const withheld = <Said extends Verdict | null>(verdict: Said): Said | "insufficient evidence" =>
  verdict === null ? verdict : "insufficient evidence";

type Crashed = Pick<ArmComparison, "a" | "b" | "crashed">;

/** An arm that crashed more often has only its better plays left, and does not win by them. */
function withoutCrashedWinner({
  crashed,
}: Crashed): <Said extends Verdict | null>(verdict: Said) => Said | "insufficient evidence" {
  const refused = crashed.a > crashed.b ? "worse" : crashed.b > crashed.a ? "better" : undefined;
  return (verdict) => (refused !== undefined && verdict === refused ? "insufficient evidence" : verdict);
}

function crashedNote({ a, b, crashed }: Crashed): string {
  const [more, less] = [Math.max(crashed.a, crashed.b), Math.min(crashed.a, crashed.b)].map((pairs) =>
    Number(pairs.toFixed(1)),
  );
  return `${crashed.a > crashed.b ? a : b} would have won, but it crashed in ${more} of the pairs; the other crashed in ${less}`;
}

/** Regardless of how many pairs differ: equal numbers of pairs must get the same words. */
function testableOf(comparisons: readonly ArmComparison[]): ArmComparison["testable"] {
  const judgedNow = comparisons.filter(({ withheld: why }) => !why?.length);
  const enough = (compared: ReadonlyArray<{ pairs: number }>) =>
    compared.filter(({ pairs }) => pairs >= FEWEST_PAIRS).length;
  const others = judgedNow.flatMap(({ primary, chosenNow, others: rest, completed }) => [
    ...(chosenNow === undefined ? rest : [primary, ...rest]).filter(
      ({ metric }) => betterOf(metric) !== null,
    ),
    completed,
  ]);
  const planned = judgedNow.filter(({ chosenNow }) => chosenNow === undefined);
  return { primary: enough(planned.map(({ primary }) => primary)), others: enough(others) };
}

const counted = (ps: ReadonlyArray<number | null>): number => ps.filter((p) => p !== null).length;
