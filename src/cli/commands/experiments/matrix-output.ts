/** What a matrix found, in the few lines that people came for. */
import { join } from "node:path";
import type { VariantStanding } from "../../../contract/index.ts";
import type { Clock } from "../../../kernel/clock/index.ts";
import { spentText } from "../../../kernel/journal/index.ts";
import { counted, rounded } from "../../../kernel/report/index.ts";
import {
  keptNotes,
  type MatrixNews,
  type MatrixOutcome,
  provisionalText,
  REPORT_FILE,
  shownP,
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
    leftOut,
    lostCost,
    provisional,
    standings,
    failures,
    baseline,
  } = result;
  const outcomes = [...Map.groupBy(rows, ({ outcome }) => outcome)].map(
    ([outcome, same]) => `${same.length} ${said[outcome] ?? outcome}`,
  );
  const toPlay = rows.filter(({ outcome }) => outcome === "interrupted" || outcome === "unfinished").length;
  return terminalText(
    [
      ...(house === null ? [] : [house]),
      `${counted(rows.length, "session")}: ${outcomes.join(", ")}; ${spentText(spentOnMatrix(result))}`,
      ...(toPlay === 0
        ? []
        : [
            `Not finished: ${toPlay} of ${rows.length} sessions. Started sessions resume where they stopped.`,
          ]),
      ...(lostCost === undefined
        ? []
        : [`Not included: $${lostCost.toFixed(4)} for sessions whose journals were deleted or damaged.`]),
      ...keptNotes(rows),
      ...(leftOut.broken > 0
        ? [`Left out of comparisons: ${counted(leftOut.broken, "session")} that players broke.`]
        : []),
      ...(provisional && Math.max(standings.prompts.length, standings.narrators.length) > 1
        ? [`No verdict, ${provisionalText(provisional)}.`]
        : []),
      ...standingsTable("prompt", standings.prompts, primaryMetric),
      ...standingsTable("narrator", standings.narrators, primaryMetric),
      ...(baseline
        ? [
            "",
            `Beside ${baseline.baseline}, ${counted(baseline.paired, "pair")}: ${baseline.prompts.map(({ prompt, verdict }) => `${prompt} ${verdict ?? "-"}`).join(", ") || "nothing to compare"}.`,
            ...baseline.notes,
          ]
        : []),
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

/** What the words of files mean to people. */
const said: Readonly<Record<string, string>> = {
  timeout: "out of turns",
  interrupted: "interrupted on the way",
  unfinished: "not begun, or not to a stop",
};

/** One alone is compared with nothing. */
function standingsTable(kind: string, standings: readonly VariantStanding[], metric: string): string[] {
  if (standings.length < 2)
    return standings.flatMap(({ name, metrics }) =>
      metrics[metric]?.mean == null
        ? []
        : [`${kind} ${name}: ${metric} ${shown(metrics[metric].mean)} on average`],
    );
  const rows = standings.map(({ name, metrics, comparison }) => {
    const own = metrics[metric];
    const beside =
      comparison === null
        ? ["reference", "", "", ""]
        : [
            comparison.difference === null ? "-" : signed(comparison.difference),
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
    table([kind, metric, "95 % interval", "difference", "pairs", "p", "verdict"], rows, {
      right: [1, 3, 4, 5],
    }),
    ...(standings.some(({ metrics }) => metrics[metric]?.mean != null && !metrics[metric].interval)
      ? [`No interval of a mean: ${WHY_NO_INTERVAL}.`]
      : []),
  ];
}

const shown = (value: number): string => rounded(value, Math.abs(value) < 10 ? 2 : 1);
const signed = (value: number): string => `${value > 0 ? "+" : ""}${shown(value)}`;

/** What a person sees while a matrix is played: how far it is, what it has cost, how long it may still take. */
/** Two sessions that have ended show a pace, if a rough one. */
const PACE_FROM = 2;
/** In a log a line is kept: each 5 % of the sessions, though not line upon line, and at least so often. */
const LINE = { share: 0.05, soonestMs: 10_000, latestMs: 30_000 };

export function matrixProgress(
  io: Pick<Io, "progress" | "warn">,
  clock: Clock,
): { show(news: MatrixNews): void; done(): void } {
  const line = io.progress("matrix");
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
      // The end is told by the result.
      if (news.done === news.planned || !isDue(news, at, last)) return;
      last = { at, done: news.done };
      io.warn(`matrix: ${text()}`);
    },
    done: () => line.done(),
  };
}

/** At the pace of those that have ended in this run. Null: nobody can know yet. */
function timeLeft({
  planned,
  done,
  doneNow,
  running,
  elapsedMs,
}: Pick<MatrixNews, "planned" | "done" | "running"> & { doneNow: number; elapsedMs: number }): number | null {
  // While the first batch is under way, what has ended are its quickest.
  if (doneNow < Math.max(PACE_FROM, Math.min(running, planned - done))) return null;
  return ((planned - done) * elapsedMs) / doneNow;
}

const newsText = ({ done, planned, running, failed, turns, cost }: MatrixNews, left: number | null): string =>
  [
    `${done}/${planned} done`,
    `${running} running`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${turns} turns`,
    `$${cost.toFixed(4)}`,
    ...(left === null || done === planned ? [] : [`about ${timeSpan(left)} left`]),
  ].join(", ");
