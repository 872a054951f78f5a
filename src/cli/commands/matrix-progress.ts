/** What a person sees while a matrix is played: how far it is, what it has cost, how long it may still take. */
import type { Clock } from "../../kernel/clock/index.ts";
import type { MatrixNews } from "../../playtest/index.ts";
import type { Io } from "../frame/index.ts";
import { timeSpan } from "./time-span.ts";

/** Two sessions that have ended show a pace, if a rough one. */
const PACE_FROM = 2;

export function matrixProgress(io: Pick<Io, "progress">, clock: Clock): { show(news: MatrixNews): void; done(): void } {
  const line = io.progress("matrix");
  const began = clock.now();
  let doneBefore: number | undefined;
  return {
    show(news) {
      doneBefore ??= news.done;
      line.show(newsText(news, timeLeft({ ...news, doneNow: news.done - doneBefore, elapsedMs: clock.now() - began })));
    },
    done: () => line.done(),
  };
}

/** At the pace of those that have ended in this run. Null: nobody can know yet. */
export function timeLeft({ planned, done, doneNow, running, elapsedMs }: Pick<MatrixNews, "planned" | "done" | "running"> & { doneNow: number; elapsedMs: number }): number | null {
  // While the first batch is under way, what has ended are its quickest.
  if (doneNow < Math.max(PACE_FROM, Math.min(running, planned - done))) return null;
  return ((planned - done) * elapsedMs) / doneNow;
}

export const newsText = ({ done, planned, running, failed, turns, cost }: MatrixNews, left: number | null): string =>
  [`${done}/${planned} done`, `${running} running`, ...(failed > 0 ? [`${failed} failed`] : []), `${turns} turns`, `$${cost.toFixed(4)}`, ...(left === null || done === planned ? [] : [`about ${timeSpan(left)} left`])].join(", ");
