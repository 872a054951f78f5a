/** Prints the result and the progress of a matrix. */
import { join } from "node:path";
import type { BaselineResult, VariantStanding } from "../../../contract/index.ts";
import type { Clock } from "../../../kernel/clock/index.ts";
import { spentText } from "../../../kernel/journal/index.ts";
import { counted, rounded, shownP, signed } from "../../../kernel/report/index.ts";
import {
  changeLines,
  decideLines,
  keptNotes,
  type MatrixNews,
  type MatrixOutcome,
  metricLabel,
  promptLines,
  provisionalText,
  REPORT_FILE,
  spentOnMatrix,
  WHY_NO_INTERVAL,
} from "../../../playtest/index.ts";
import { type Io, table, terminalText } from "../../frame/index.ts";
import { timeSpan } from "./matrix-plan-text.ts";

export function matrixText(result: MatrixOutcome): string {
  const {
    dir,
    rows,
    config: { primaryMetric },
    house,
    lostCost,
    provisional,
    standings,
    failures,
    parts,
    baseline,
  } = result;
  const measured = { metric: primaryMetric, label: metricLabel(primaryMetric, parts !== undefined) };
  const remaining = rows.filter(({ outcome }) => outcome === "interrupted" || outcome === "unfinished");
  const finished = rows.filter((row) => !remaining.includes(row));
  const outcomes = [...Map.groupBy(finished, ({ outcome }) => outcome)].map(
    ([outcome, same]) => `${same.length} ${outcome === "timeout" ? "timeout (out of turns)" : outcome}`,
  );
  return terminalText(
    [
      ...(house === null ? [] : [house]),
      `${remaining.length === 0 ? counted(rows.length, "session") : `${finished.length} of ${counted(rows.length, "session")} finished`}${outcomes.length === 0 ? "" : `: ${outcomes.join(", ")}`}; ${spentText(spentOnMatrix(result))}`,
      ...(remaining.length === 0 ? [] : [remainingText(remaining)]),
      ...(lostCost === undefined
        ? []
        : [`Not included: $${lostCost.toFixed(4)} for sessions whose journals were deleted.`]),
      ...keptNotes(rows),
      ...(provisional && Math.max(standings.prompts.length, standings.narrators.length) > 1
        ? [`No verdict yet (${provisionalText(provisional)}).`]
        : []),
      ...standingsTable("prompt", standings.prompts, measured),
      ...standingsTable("narrator", standings.narrators, measured),
      ...(parts !== undefined && primaryMetric === "overall" ? [parts] : []),
      ...(baseline
        ? [
            "",
            baseline.withheld
              ? `Not compared with ${baseline.baseline}: ${baseline.withheld.join("; ")}.`
              : `Compared with ${baseline.baseline}, ${counted(baseline.paired, "pair")}: ${baseline.prompts.map((each) => besideText(each, baseline)).join(", ") || "nothing to compare"}.`,
            ...baseline.notes,
          ]
        : []),
      ...explained("Findings by prompt", promptLines(result.findings ?? [])),
      ...explained("Findings that changed against the baseline", baseline ? changeLines(baseline) : []),
      ...explained("What would decide", decideLines(result)),
      ...(failures.length > 0
        ? [
            "",
            ...failures.slice(0, 5).map(({ sessionId, outcome, why }) => `${sessionId}, ${outcome}: ${why}`),
            ...(failures.length > 5 ? [`and ${failures.length - 5} more`] : []),
          ]
        : []),
      "",
      `Report: ${join(dir, REPORT_FILE)}`,
    ].join("\n"),
  );
}

/** Lines of a kind on a terminal. The report has them all. */
const MOST_LINES = 12;
const explained = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : [
        "",
        `${title}:`,
        ...lines.slice(0, MOST_LINES).map((line) => `  ${line}`),
        ...(lines.length > MOST_LINES ? [`  and ${lines.length - MOST_LINES} more, in the report`] : []),
      ];

/** With the name of the metric: over shared parts, its means are not those of the sessions' own scores. */
const besideText = (
  { prompt, before, after, verdict }: BaselineResult["prompts"][number],
  { primaryMetric, sharedParts }: BaselineResult,
): string =>
  `${prompt} ${verdict ?? "-"}${before === null || after === null ? "" : ` (${metricLabel(primaryMetric, sharedParts)} ${shown(before)} → ${shown(after)})`}`;

/** An interrupted session has turns on disk. The others may not have started. */
function remainingText(rows: MatrixOutcome["rows"]): string {
  const started = rows.filter(({ outcome }) => outcome === "interrupted").length;
  const resumed = `${started} ${started === 1 ? "resumes where it" : "resume where they"} stopped`;
  return `Remaining: ${counted(rows.length, "session")}${started === 0 ? "" : `; ${resumed}`}.`;
}

/** A single prompt or narrator has nothing to be compared with. */
function standingsTable(
  kind: string,
  standings: readonly VariantStanding[],
  { metric, label }: { metric: string; label: string },
): string[] {
  if (standings.length < 2)
    return standings.flatMap(({ name, metrics }) =>
      metrics[metric]?.mean == null
        ? []
        : [`${kind} ${name}: ${label} ${shown(metrics[metric].mean)} on average`],
    );
  const rows = standings.map(({ name, metrics, comparison }) => {
    const own = metrics[metric];
    const beside =
      comparison === null
        ? ["reference", "", "", ""]
        : [
            comparison.difference === null ? "-" : signed(comparison.difference, shown),
            String(comparison.pairs),
            comparison.p === null ? "-" : shownP(comparison.p),
            comparison.verdict ?? "-",
          ];
    return [
      name,
      own?.mean == null ? "-" : shown(own.mean),
      own?.interval ? `${shown(own.interval.low)} to ${shown(own.interval.high)}` : "-",
      ...beside,
    ];
  });
  return [
    "",
    table([kind, label, "95 % interval", "difference", "pairs", "p", "verdict"], rows, {
      right: [1, 3, 4, 5],
    }),
    ...(standings.some(({ metrics }) => metrics[metric]?.mean != null && !metrics[metric].interval)
      ? [`No interval of a mean: ${WHY_NO_INTERVAL}.`]
      : []),
  ];
}

const shown = (value: number): string => rounded(value, Math.abs(value) < 10 ? 2 : 1);

/** Finished sessions needed for an estimate of the remaining time. */
const PACE_FROM = 2;
/** Lines in a log: one per 5 % of the sessions, not more often than every 10 s and at least every 30 s. */
const LINE = { share: 0.05, soonestMs: 10_000, latestMs: 30_000 };

export function matrixProgress(
  io: Pick<Io, "progress" | "warn">,
  clock: Clock,
  label = "matrix",
): { show(news: MatrixNews): void; done(): void } {
  const line = io.progress(label);
  const began = clock.now();
  let last: { at: number; done: number } | undefined;
  let doneBefore: number | undefined;
  const isDue = ({ done, planned }: MatrixNews, at: number, before: { at: number; done: number }) =>
    at - before.at >= (done - before.done >= planned * LINE.share ? LINE.soonestMs : LINE.latestMs);
  return {
    show(news) {
      doneBefore ??= news.done;
      const at = clock.now();
      const text = () =>
        newsText(news, timeLeft({ ...news, doneNow: news.done - doneBefore!, elapsedMs: at - began }));
      if (line.drawn) return line.show(text());
      last ??= { at, done: news.done };
      // The result reports the end.
      if (news.done === news.planned || !isDue(news, at, last)) return;
      last = { at, done: news.done };
      io.warn(`${label}: ${text()}`);
    },
    done: () => line.done(),
  };
}

/** From the pace of the sessions finished in this run. Null: too few have finished. */
function timeLeft({
  planned,
  done,
  doneNow,
  running,
  elapsedMs,
}: Pick<MatrixNews, "planned" | "done" | "running"> & { doneNow: number; elapsedMs: number }): number | null {
  // The first to finish are the quickest of their batch.
  if (doneNow < Math.max(PACE_FROM, Math.min(running, planned - done))) return null;
  return ((planned - done) * elapsedMs) / doneNow;
}

const newsText = ({ done, planned, running, failed, turns, cost }: MatrixNews, left: number | null): string =>
  [
    `${done}/${planned} done`,
    `${running} running`,
    ...(failed > 0 ? [`${failed} failed or crashed`] : []),
    `${turns} turns`,
    `$${cost.toFixed(4)}`,
    ...(left === null || done === planned ? [] : [`about ${timeSpan(left)} left`]),
  ].join(", ");
