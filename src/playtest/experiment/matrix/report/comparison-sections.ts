/** The sections of a matrix report that compare: prompts, narrators, and the baseline. */
import type { BaselineResult, MetricSummary, VariantStanding } from "../../../../contract/index.ts";
import {
  counted,
  inline,
  markdownTable,
  rounded,
  shownP,
  signed as signedNumber,
} from "../../../../kernel/report/index.ts";
import type { MatrixOutcome } from "../matrix-result-file.ts";
import { WHY_NO_INTERVAL } from "../metric-summaries.ts";
import { metricWords } from "./matrix-gates.ts";

type Compared = NonNullable<VariantStanding["comparison"]> & { name: string };

/** Prompts or narrators compared with the first. Ranks are not numbered: the verdict shows a difference, the order of means does not. */
export function standingSection(
  { standings, config: { primaryMetric } }: MatrixOutcome,
  of: "prompts" | "narrators",
): string[] {
  const standing = standings[of];
  if (standing.length < 2) return [];
  const first = standing.find(({ comparison }) => comparison === null)!;
  const compared = standing.flatMap(({ name, comparison }): Compared[] =>
    comparison ? [{ name, ...comparison }] : [],
  );
  const reached = compared.some((comparison) => comparison.interval !== null);
  const only = (cells: string[]) => (reached ? cells : []);
  const beside = (comparison: VariantStanding["comparison"]) =>
    comparison === null
      ? ["reference", ...only([""]), "", "", ""]
      : [
          signed(comparison.difference),
          ...only([interval(comparison.interval)]),
          String(comparison.pairs),
          p(comparison.p),
          comparison.verdict === null ? "-" : `**${comparison.verdict}**`,
        ];
  const crashed = standing.some(({ outcomes }) => (outcomes["crashed"] ?? 0) > 0);
  const order = compared.some(({ verdict }) => verdict === null)
    ? "in the order of the plan"
    : `best mean first${crashed ? ", more crashes last" : ""}`;
  const kind = of === "prompts" ? "Prompt" : "Narrator";
  return [
    `## ${kind}s`,
    "",
    `By ${inline(primaryMetric)}, ${order}. The reference ${kind.toLowerCase()} is ${inline(first.name)}: the others are compared with it${compared[0]!.pairs === 0 ? ", but no group of players has a value on both sides" : ` on the same groups of players, ${inline(compared[0]!.speaksFor)}`}. The verdict shows whether two differ, not their order.`,
    "",
    markdownTable(
      [
        kind,
        "n",
        "Mean",
        "95 % interval of the mean",
        "Difference from the reference",
        ...only(["95 % interval of the difference"]),
        "Pairs",
        "p",
        "Verdict",
      ],
      standing.map(({ name, metrics, comparison }) => [
        inline(name),
        ...cellsOf(metrics[primaryMetric]),
        ...beside(comparison),
      ]),
    ),
    "",
    ...compared.flatMap(({ name, note }) =>
      note === undefined ? [] : [`${inline(name)}: ${inline(note)}.`, ""],
    ),
    `A pair is the same group of players with both ${kind.toLowerCase()}s; a group that was played several times counts once, with its mean. p by sign flips over pairs${compared.length > 1 ? `, Holm's correction over ${counted(compared.length, "comparison")}` : ""}. Fewer than 6 pairs are insufficient evidence. Intervals of differences are 95 % confidence intervals from the same test; there is none if all pairs differ by the same amount. A mean has no interval with ${WHY_NO_INTERVAL}. *no difference found* does not mean *equal*.`,
    "",
    ...othersTable(kind, compared),
  ];
}

function othersTable(kind: string, compared: readonly Compared[]): string[] {
  const rows = compared.flatMap(({ name, others }) =>
    others.map(({ metric, difference, p: value, verdict }) => [
      inline(name),
      inline(metric),
      signed(difference),
      p(value),
      `**${verdict}**`,
    ]),
  );
  return rows.length === 0
    ? []
    : [
        "Other metrics that differ (Holm's correction over all metrics; `rehearse compare` shows them all):",
        "",
        markdownTable([kind, "Metric", "Difference from the reference", "p", "Verdict"], rows),
        "",
      ];
}

const cellsOf = (summary: MetricSummary | undefined): string[] =>
  summary?.mean == null
    ? ["0", "-", "-"]
    : [String(summary.n), number(summary.mean), interval(summary.interval)];

export function baselineSection(result: BaselineResult): string[] {
  const { baseline, primaryMetric, paired, notes, prompts, outcomes, needs, testable = true } = result;
  const { withheld = [], regressions, notJudged = [], sharedParts } = result;
  const tests = prompts.flatMap(({ outcomeTest }) => outcomeTest ?? []);
  const holms = tests.length > 1 ? `, Holm's correction over ${tests.length} prompts` : "";
  const limits = [
    ...(tests.length > 0 ? [`sessions that end badly, one-sided p ≤ ${tests[0]!.alpha}`] : []),
    ...(needs ? [`${primaryMetric} worse, two-sided p ≤ ${needs.alphaOfMetric}`] : []),
  ];
  const found =
    regressions.length > 0
      ? "**Regression.**"
      : withheld.length > 0
        ? `**Not judged** (${inline(withheld.join("; "))}).`
        : paired === 0 || !testable
          ? "**Too few groups to show a regression.**"
          : notJudged.length > 0
            ? "**Could not be judged.**"
            : "No regression found.";
  return [
    "## Compared with the earlier matrix (baseline)",
    "",
    `${inline(baseline)}, ${paired} paired sessions. ${found}`,
    "",
    ...[...regressions, ...notJudged].map((line) => `- ${inline(line)}`),
    ...(regressions.length + notJudged.length > 0 ? [""] : []),
    ...(prompts.length === 0
      ? []
      : [
          markdownTable(
            [
              "Prompt",
              `${inline(metricLabel(primaryMetric, sharedParts))} before`,
              "now",
              "difference",
              "95 % interval",
              "Pairs",
              "p",
              "Verdict",
              ...(tests.length > 0 ? ["Groups that end badly", "p, one-sided"] : []),
            ],
            prompts.map(
              ({
                prompt,
                before,
                after,
                difference,
                interval: range,
                pairs,
                p: value,
                verdict,
                outcomeTest,
              }) => [
                inline(prompt),
                before === null ? "-" : number(before),
                after === null ? "-" : number(after),
                signed(difference),
                interval(range),
                String(pairs),
                p(value),
                verdict ?? "-",
                ...(tests.length > 0 ? [groupsText(outcomeTest), p(outcomeTest?.p ?? null)] : []),
              ],
            ),
          ),
          "",
        ]),
    `Paired sessions that failed or crashed: ${outcomes.before.failed} before, ${outcomes.after.failed} now; timeout (out of turns): ${outcomes.before.timeout} before, ${outcomes.after.timeout} now.${withheld.length > 0 || limits.length === 0 ? "" : ` A regression: ${limits.join(", or ")}${holms}.`}`,
    "",
    ...(withheld.length > 0
      ? []
      : prompts
          .filter(({ pairs, differ = pairs, p: value }) => value === null || (needs && differ < needs.pairs))
          .map((each) => `- ${inline(each.prompt)}: ${inline(metricWords(each, result))}`)),
    ...notes.map((note) => `- ${inline(note)}`),
    "",
  ];
}

const groupsText = (test: BaselineResult["prompts"][number]["outcomeTest"]): string =>
  test === undefined
    ? "-"
    : test.method === "worse against better groups"
      ? `${test.worse} worse, ${test.better} better, of ${test.groups}`
      : `${test.before} of ${test.pool} before, ${test.now} of ${test.groups} now`;

/** Over shared parts, overall differs from the sessions' own scores. */
export const metricLabel = (metric: string, sharedParts: boolean | undefined): string =>
  sharedParts && metric === "overall" ? "overall (shared parts)" : metric;
export const number = (value: number): string =>
  Number.isInteger(value) ? String(value) : rounded(value, Math.abs(value) < 10 ? 2 : 1);
export const signed = (value: number | null): string => (value === null ? "-" : signedNumber(value, number));
export const interval = (value: { low: number; high: number } | null): string =>
  value === null ? "-" : `${number(value.low)} to ${number(value.high)}`;
export const p = (value: number | null): string => (value === null ? "-" : shownP(value));
export const usd = (amount: number): string => `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`;
