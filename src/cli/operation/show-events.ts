/** What happens while an operation runs: a line that is redrawn on a terminal, and lines in a log. */
import { systemClock } from "../../kernel/clock/index.ts";
import { timeSpan } from "../../kernel/report/index.ts";
import type { RunEvent } from "../../operations/library-function.ts";
import { type Io, terminalText } from "../frame/index.ts";

/** A log has at most this many lines of progress. */
const MOST_LINES = 100;
/** Finished parts before there is an estimate of the time left: the first ones are not typical. */
const PACE_FROM = 3;

export function showEvents(io: Io, name: string): { on(event: RunEvent): void; done(): void } {
  const line = io.progress(name);
  const began = systemClock.now();
  let before: number | undefined;
  let lines = 0;
  const progress = ({ done, of, text }: Extract<RunEvent, { type: "progress" }>) => {
    before ??= done - 1;
    const now = done - before;
    const left = now < PACE_FROM ? 0 : ((of - done) * (systemClock.now() - began)) / now;
    const shown = left < 1_000 ? text : `${text}, about ${timeSpan(left)} left`;
    if (line.drawn) return line.show(shown);
    // Beside a document, a log has only what went wrong.
    if (io.asJson) return;
    const due = Math.floor((done * MOST_LINES) / Math.max(of, MOST_LINES));
    if (due === lines && of > MOST_LINES) return;
    lines = due;
    io.warn(terminalText(shown));
  };
  return {
    on(event) {
      if (event.type === "progress") return progress(event);
      if (event.type === "step") return line.show(event.text);
      if (event.type === "folder") return;
      const text = terminalText(event.text);
      if (event.type === "note" && event.level === "warning") io.warn(text);
      else io.say(text);
    },
    done: () => line.done(),
  };
}
