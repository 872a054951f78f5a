/** Progress of an A/B test and of a bisect: one line that is redrawn on a terminal, a line per replay in a log. */
import type { Clock } from "../../../kernel/clock/index.ts";
import { timeSpan, turnsInWords } from "../../../kernel/report/index.ts";
import type { AbNews, BisectNews } from "../../../playtest/index.ts";
import type { Io } from "../../frame/index.ts";

type News = { replays: { ended: number; of: number } };

/** The time left is a maximum: a test may be decided before all replays are played. */
export function replayProgress<Each extends News>(
  io: Pick<Io, "progress" | "warn" | "asJson">,
  { clock, label, text }: { clock: Clock; label: string; text: (news: Each) => string },
): { show(news: Each): void; done(): void } {
  const line = io.progress(label);
  const began = clock.now();
  let before: number | undefined;
  let said = 0;
  return {
    show(news) {
      const { ended, of } = news.replays;
      before ??= ended;
      const so = `replay ${ended} of at most ${of}${text(news)}`;
      if (line.drawn) return line.show(so);
      if (io.asJson || ended <= Math.max(said, before)) return;
      said = ended;
      const left = ((of - ended) * (clock.now() - began)) / (ended - before);
      io.warn(`${label}: ${so}${left < 1_000 ? "" : `, at most about ${timeSpan(left)} left`}`);
    },
    done: () => line.done(),
  };
}

export const abNewsText = ({ done, of, decision: { wins, eValue }, cost }: AbNews): string =>
  `, pair ${done}/${of}, A ${wins.a} : ${wins.b} B, E ${Number(eValue.toPrecision(3))}, $${cost.toFixed(4)}`;

export function bisectNewsText({ finding: { lost }, cost }: BisectNews): string {
  return `${lost === null ? "" : `, lost in ${turnsInWords(lost)}`}, $${cost.toFixed(4)}`;
}
