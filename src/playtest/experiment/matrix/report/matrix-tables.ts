/** The tables of a matrix's verdict. */
import type { ArmComparison, BaselineResult, MatrixRow, VerdictTable } from "../../../../contract/index.ts";
import { rounded, shorten, shownP, signed } from "../../../../kernel/report/index.ts";
import { shownNumber } from "../../../../kernel/verdict-words/index.ts";
import { kindOf } from "../../../findings/index.ts";
import { meanOfKnown } from "../../../metrics/index.ts";
import { isVaried, valuesOf, variantName, variantsOf, type VariedBy } from "../compare/variants.ts";
import type { MatrixOutcome } from "../stored-matrix.ts";
import { isOver } from "../matrix-rows.ts";

/** What a verdict is made of. */
export type MatrixParts = Pick<
  MatrixOutcome,
  "rows" | "provisional" | "comparisons" | "baseline" | "gates" | "rankings" | "failures" | "findings"
>;

const SHOWN_FAILURES = 10;

export function matrixTables(parts: MatrixParts): VerdictTable[] {
  const { rows, comparisons, baseline } = parts;
  return [
    ...variantTable(rows, { by: "prompt", comparisons: comparisons.prompts }),
    ...variantTable(rows, { by: "narrator", comparisons: comparisons.narrators }),
    ...(baseline ? [baselineTable(rows, baseline)] : []),
    ...gateTable(parts),
    ...findingTable(parts),
    ...failureTable(parts),
  ];
}

const text = (label: string) => ({ label });
const number = (label: string) => ({ label, align: "right" as const });

export const signedPoints = (value: number): string => signed(value, shownNumber);
export const intervalText = ({ low, high }: { low: number; high: number }): string =>
  `${signedPoints(low)} to ${signedPoints(high)}`;
export const percent = (share: number): string => `${rounded(100 * share, 0)} %`;

const meanOf = (
  rows: readonly MatrixRow[],
  of: (score: NonNullable<MatrixRow["score"]>) => number | null,
): number | null => meanOfKnown(rows.filter(isOver).map(({ score }) => score && of(score)));

function variantTable(
  rows: readonly MatrixRow[],
  { by, comparisons }: { by: VariedBy; comparisons: readonly ArmComparison[] },
): VerdictTable[] {
  if (!isVaried(rows, by)) return [];
  const name = by === "prompt" ? "Prompt" : "Narrator";
  return [
    {
      title: `${name}s`,
      columns: [
        text(name),
        ...["Sessions", "Overall", "Beats told", "Points lost", "Difference", "95 % interval"].map(number),
        ...["Groups better / worse", "p"].map(number),
      ],
      rows: valuesOf(rows, by).map((value, at) => {
        const own = rows.filter((row) => row[by] === value);
        const completion = meanOf(own, (score) => score.completion);
        return [
          value,
          own.length,
          meanOf(own, ({ overall }) => overall),
          completion === null ? null : percent(completion),
          meanOf(own, ({ craft, pointsLost }) => (craft === null ? null : pointsLost)),
          ...(at === 0 ? ["reference", "", "", ""] : comparisonCells(comparisons[at - 1])),
        ];
      }),
      note: [
        "Differences are paired: the same group of players with both, each group once.",
        rows.some(({ outcome }) => outcome === "failed")
          ? "A session in which the narrator broke down scores 0."
          : [],
        `p comes from a sign-flip test${comparisons.length > 1 ? ", corrected for several comparisons (Holm)" : ""}.`,
        comparisons.some(({ p }) => p === null) ? "It is missing if fewer than 6 groups differ." : [],
      ]
        .flat()
        .join(" "),
    },
  ];
}

function comparisonCells(comparison: ArmComparison | undefined): Array<string | null> {
  if (!comparison) return [null, null, null, null];
  const { difference, interval, better, worse, groups, p } = comparison;
  return [
    difference === null ? null : signedPoints(difference),
    interval && intervalText(interval),
    `${better} / ${worse} of ${groups}`,
    p === null ? null : shownP(p),
  ];
}

const baselineTable = (rows: readonly MatrixRow[], { baseline, variants }: BaselineResult): VerdictTable => ({
  title: `Beside the baseline ${baseline}`,
  columns: [
    text("Variant"),
    ...["Before", "Now", "Difference", "95 % interval", "Groups better / worse", "p, one-sided"].map(number),
    text("Result"),
  ],
  rows: variants.map(({ prompt, narrator, comparison, p, result }) => [
    variantName(rows, { prompt, narrator }) || prompt,
    comparison.meanA,
    comparison.meanB,
    ...comparisonCells({ ...comparison, p }),
    result,
  ]),
});

function gateTable({ gates }: MatrixParts): VerdictTable[] {
  const results = { passed: "passed", failed: "failed", error: "not judged" };
  if (gates.length < 2) return [];
  return [
    {
      title: "Gates",
      columns: [text("Gate"), text("Result")],
      rows: gates.map(({ name, is }) => [name, results[is]]),
    },
  ];
}

function findingTable({ rows, findings = [] }: MatrixParts): VerdictTable[] {
  const variants = variantsOf(rows);
  if (findings.length === 0) return [];
  return [
    {
      title: "Findings by kind",
      columns: [text("Kind"), ...variants.map(({ name }) => number(name || "Episodes"))],
      rows: kindsIn(findings).map(([kind, found]) => [
        kindOf(kind).plural,
        ...variants.map(({ prompt, narrator }) => {
          const own = found.find((each) => each.prompt === prompt && each.narrator === narrator);
          return own ? `${own.episodes} in ${own.sessions} of ${own.of}` : 0;
        }),
      ]),
      note: "Episodes, and the sessions that have them.",
    },
  ];
}

/** The costliest first. */
export function kindsIn(findings: Findings): Array<[string, Findings]> {
  const cost = (found: Findings) => found.reduce((sum, { pointsLost }) => sum + pointsLost, 0);
  return [...Map.groupBy(findings, ({ kind }) => kind)].toSorted(
    ([, one], [, other]) => cost(other) - cost(one),
  );
}
type Findings = NonNullable<MatrixParts["findings"]>;

export function failureTable({ failures }: Pick<MatrixParts, "failures">): VerdictTable[] {
  const more = failures.length - SHOWN_FAILURES;
  if (failures.length === 0) return [];
  return [
    {
      title: "Sessions that failed or crashed",
      columns: [text("Session"), text("Outcome"), text("Why")],
      rows: failures
        .slice(0, SHOWN_FAILURES)
        .map(({ sessionId, outcome, why }) => [sessionId, outcome, shorten(why, 200)]),
      note: more > 0 ? `And ${more} more, in matrix.json.` : undefined,
    },
  ];
}
