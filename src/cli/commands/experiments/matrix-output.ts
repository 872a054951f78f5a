/** Prints the result and the progress of a matrix. */
import { join } from "node:path";
import type { Clock } from "../../../kernel/clock/index.ts";
import { keptNotes, type MatrixNews, type MatrixOutcome, REPORT_FILE } from "../../../playtest/index.ts";
import { type Io, terminalText, verdictText } from "../../frame/index.ts";
import { timeSpan } from "./matrix-plan-text.ts";

/** Without the command that resumes it: the hint after it has the flags that this run needs. */
export function matrixText({ verdict, rows, lostCost, dir }: MatrixOutcome, io: Pick<Io, "style">): string {
  const next = verdict.next.filter(({ command }) => command === undefined);
  const notes = [
    ...(lostCost === undefined
      ? []
      : [`Not included: $${lostCost.toFixed(4)} for sessions whose journals were deleted.`]),
    ...keptNotes(rows),
  ];
  return [
    verdictText({ ...verdict, next }, io),
    ...notes.map(terminalText),
    `Report: ${join(dir, REPORT_FILE)}`,
  ].join("\n\n");
}

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
