/** `report.md` of a matrix: the findings first, then the tables. */
import type { MatrixRow, MetricSummary, VariantSummary } from "../../../../contract/index.ts";
import { spentText } from "../../../../kernel/journal/index.ts";
import {
  counted,
  noteCountsSection,
  inline,
  markdownTable,
  rounded,
  shorten,
} from "../../../../kernel/report/index.ts";
import { guideFormOf } from "../../../agents/index.ts";
import { duration } from "../../../report/index.ts";
import { baselineSection, interval, number, standingSection, usd } from "./comparison-sections.ts";
import { completedShare, WHY_NO_INTERVAL } from "../metric-summaries.ts";
import { keptNotes, provisionalText } from "../matrix-rows.ts";
import { spentOnMatrix } from "../summarise-matrix.ts";
import { matrixText, RESULT_FILE, type MatrixOutcome } from "../matrix-result-file.ts";
import { writeExperiment, type ExperimentFiles } from "../../experiment-report.ts";
import { changeLines, decideLines, promptLines } from "./matrix-ci.ts";
import { plotsOf, type Plot } from "./matrix-plots.ts";

/** `matrix.json`, `report.md` and its plots. */
export function matrixFiles(outcome: MatrixOutcome): ExperimentFiles {
  const plots = plotsOf(outcome);
  return { result: matrixText(outcome), report: matrixReport(outcome, plots), plots };
}

export const writeMatrix = (outcome: MatrixOutcome): Promise<void> =>
  writeExperiment(outcome.dir, RESULT_FILE, matrixFiles(outcome));

export function matrixReport(outcome: MatrixOutcome, plots: readonly Plot[]): string {
  return [
    ...(outcome.house === null ? [] : [`**${inline(outcome.house)}**`, ""]),
    "# Matrix Report",
    "",
    ...(outcome.provisional
      ? [
          `**No verdict (${provisionalText(outcome.provisional)}).** Stopping early because a result looks good produces false positives. \`rehearse resume\` plays the rest.`,
          "",
        ]
      : []),
    ...configSection(outcome),
    ...noteCountsSection(outcome.notes),
    ...standingSection(outcome, "prompts"),
    ...standingSection(outcome, "narrators"),
    ...plots.flatMap(({ file, alt }) => [`![${inline(alt)}](plots/${file})`, ""]),
    ...(outcome.baseline ? baselineSection(outcome.baseline) : []),
    ...explainSections(outcome),
    ...cellsSection(outcome),
    ...outcomesSection(outcome),
    ...rankingSection(outcome),
    ...failureSection(outcome),
    ...summarySection(outcome),
  ].join("\n");
}

function configSection(outcome: MatrixOutcome): string[] {
  const { matrixId, config, seed, rows, unfinished, lostCost, totalDuration, parts, baseline } = outcome;
  const names = (values: Iterable<string>) => [...new Set(values)].map(inline).join(", ");
  return [
    "## Config",
    "",
    `- Matrix: ${inline(matrixId)}, seed ${inline(String(seed))}`,
    `- Stories: ${names(rows.map(({ story }) => story))}`,
    `- Prompts: ${names(rows.map(({ prompt }) => prompt))}`,
    `- Narrators: ${names(rows.map(({ narrator }) => narrator))}`,
    `- Guide: sent ${guideFormOf({ guideForm: config.guide }) === "notes" ? "as notes" : "in full"}`,
    `- Sessions: ${rows.length}, ${config.sessionsPerCombination} of each combination${unfinished > 0 ? `; ${unfinished} unfinished` : ""}`,
    `- Primary metric: ${inline(config.primaryMetric)} (pre-registered)`,
    `- Cost: ${spentText(spentOnMatrix(outcome))}`,
    ...(lostCost === undefined
      ? []
      : [`- Not included: ${usd(lostCost)} for sessions whose journals were deleted`]),
    ...keptNotes(rows).map((note) => `- ${inline(note)}`),
    `- Time: ${duration(totalDuration)} of play, over all sessions`,
    ...(parts === undefined
      ? []
      : [
          `- ${parts}${baseline ? " The comparison with the baseline leaves out less: only what one side of a pair does not have." : ""}`,
        ]),
    "",
  ];
}

/** Findings by prompt, what changed against the baseline, and what would decide. */
function explainSections(outcome: MatrixOutcome): string[] {
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`## ${title}`, "", ...lines.map((line) => `- ${inline(line)}`), ""];
  return [
    ...section("Findings by prompt", promptLines(outcome.findings ?? [])),
    ...section(
      "Findings that changed against the baseline",
      outcome.baseline ? changeLines(outcome.baseline) : [],
    ),
    ...section("What would decide", decideLines(outcome)),
  ];
}

/** Story × prompt, narrator by narrator. */
function cellsSection({ cells, config: { primaryMetric } }: MatrixOutcome): string[] {
  const prompts = [...new Set(cells.map(({ prompt }) => prompt))];
  const tables = [...Map.groupBy(cells, ({ narrator }) => narrator)].flatMap(([narrator, own]) => [
    `${inline(narrator)}:`,
    "",
    markdownTable(
      ["Story", ...prompts.map(inline)],
      [...Map.groupBy(own, ({ story }) => story)].map(([story, row]) => [
        inline(story),
        ...prompts.map((prompt) => withInterval(row.find((each) => each.prompt === prompt))),
      ]),
    ),
    "",
  ]);
  return [`## ${inline(primaryMetric)} by story and prompt`, "", `${MEANS}.`, "", ...tables];
}
const MEANS = `Means with 95 % confidence intervals (t, over groups of players; no interval: ${WHY_NO_INTERVAL}). n: sessions with a value`;

const OUTCOMES = ["completed", "timeout", "failed", "crashed"] as const;

function outcomesSection({ rows, summaries: { byPrompt, byModel } }: MatrixOutcome): string[] {
  const row = (of: string, [name, { sessions, outcomes, cost }]: [string, VariantSummary]) => {
    const own = rows.filter(
      ({ prompt, narrator }) => of === "All" || (of === "Prompt" ? prompt : narrator) === name,
    );
    const rest = sessions - OUTCOMES.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);
    return [
      inline(name),
      String(sessions),
      ...OUTCOMES.map((outcome) => String(outcomes[outcome] ?? 0)),
      String(rest),
      completedText(own),
      usd(cost),
    ];
  };
  const head = (of: string) => [of, "Sessions", ...OUTCOMES, "not played", "completed, exact 95 %", "Cost"];
  return [
    "## Outcomes",
    "",
    "timeout: out of turns. failed: the narration broke down or repeated itself. crashed: a model or the machine failed.",
    "",
    ...variedOf({ byPrompt, byModel }).flatMap(([of, summaries]) => [
      markdownTable(
        head(of),
        Object.entries(summaries).map((each) => row(of, each)),
      ),
      "",
    ]),
  ];
}

function completedText(rows: readonly MatrixRow[]): string {
  const share = completedShare(rows);
  if (share === null) return "-";
  const percent = (value: number) => rounded(100 * value, 0);
  const [low, high] = share.interval;
  return `${percent(share.completed / share.of)} % (${percent(low)} to ${percent(high)})`;
}

/** Prompts and narrators, if there are several: with one of each, both tables would be equal. */
function variedOf({
  byPrompt,
  byModel,
}: Pick<MatrixOutcome["summaries"], "byPrompt" | "byModel">): Array<
  [of: string, Record<string, VariantSummary>]
> {
  const varied = [
    ["Prompt", byPrompt],
    ["Narrator", byModel],
  ].filter(([, summaries]) => Object.keys(summaries!).length > 1) as Array<
    [string, Record<string, VariantSummary>]
  >;
  if (varied.length > 0) return varied;
  return [
    [
      "All",
      Object.fromEntries(
        Object.entries(byPrompt).map(([prompt, summary]) => [
          `${prompt}, ${Object.keys(byModel)[0]}`,
          summary,
        ]),
      ),
    ],
  ];
}

/** Sessions shown; matrix.json has the whole ranking. */
const SHOWN = 5;

function rankingSection({ rankings, config: { primaryMetric } }: MatrixOutcome): string[] {
  const rows = (ranked: readonly MatrixRow[]) =>
    ranked
      .slice(0, SHOWN)
      .map((row) => [
        number(row.metrics[primaryMetric]!),
        link(row),
        inline(row.story),
        inline(row.prompt),
        inline(row.narrator),
        row.outcome,
      ]);
  const head = [inline(primaryMetric), "Session", "Story", "Prompt", "Narrator", "Outcome"];
  if (rankings.best.length === 0) return [];
  return [
    "## Best sessions",
    "",
    markdownTable(head, rows(rankings.best)),
    "",
    ...(rankings.worst.length === 0
      ? []
      : ["## Worst sessions", "", markdownTable(head, rows(rankings.worst)), ""]),
  ];
}

const MOST_FAILURES = 50;

function failureSection({ failures, rows }: MatrixOutcome): string[] {
  const timeouts = rows.filter(({ outcome }) => outcome === "timeout").length;
  const told = [
    ...(failures.length === 0 ? ["No session failed or crashed."] : []),
    ...(timeouts === 0 ? [] : [`${counted(timeouts, "session")} ended in timeout (out of turns).`]),
  ];
  const more = failures.length - MOST_FAILURES;
  return [
    "## Sessions that failed or crashed",
    "",
    ...(told.length === 0 ? [] : [told.join(" "), ""]),
    ...failures
      .slice(0, MOST_FAILURES)
      .map((row) => `- ${link(row)}, ${row.outcome}: ${inline(shorten(row.why, 300))}`),
    ...(more > 0 ? [`- and ${more} more, in matrix.json`] : []),
    ...(failures.length === 0 ? [] : [""]),
  ];
}

/** Folder names are generated from safe characters. */
const link = ({ sessionId }: MatrixRow): string =>
  `[${inline(sessionId)}](sessions/${encodeURIComponent(sessionId)}/)`;

function summarySection({ summaries: { byStory, byPrompt, byModel } }: MatrixOutcome): string[] {
  const block = (title: string, summaries: Record<string, VariantSummary>) => {
    const metrics = [...new Set(Object.values(summaries).flatMap(({ metrics: own }) => Object.keys(own)))];
    if (metrics.length === 0) return [];
    return [
      `### ${title}`,
      "",
      markdownTable(
        ["Metric", ...Object.keys(summaries).map(inline)],
        metrics.map((metric) => [
          metric,
          ...Object.values(summaries).map(({ metrics: own }) => withInterval(own[metric])),
        ]),
      ),
      "",
    ];
  };
  return [
    "## All metrics",
    "",
    `${MEANS}.`,
    "",
    ...block("By story", byStory),
    ...variedOf({ byPrompt, byModel }).flatMap(([of, summaries]) =>
      block(of === "All" ? "All sessions" : `By ${of.toLowerCase()}`, summaries),
    ),
  ];
}

const withInterval = (summary: MetricSummary | undefined): string =>
  summary?.mean == null
    ? "-"
    : `${number(summary.mean)}${summary.interval ? ` (${interval(summary.interval)})` : ""}, n ${summary.n}`;
