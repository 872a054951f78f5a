/** What a person sees while a matrix is played: how far it is, what it has cost, how long it may still take. */
import type { Clock } from "../../kernel/clock/index.ts";
import type { MatrixNews } from "../../playtest/index.ts";
import type { Io } from "../frame/index.ts";
import { timeSpan } from "./time-span.ts";

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
export function timeLeft({
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

export const newsText = (
  { done, planned, running, failed, turns, cost }: MatrixNews,
  left: number | null,
): string =>
  [
    `${done}/${planned} done`,
    `${running} running`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${turns} turns`,
    `$${cost.toFixed(4)}`,
    ...(left === null || done === planned ? [] : [`about ${timeSpan(left)} left`]),
  ].join(", ");
