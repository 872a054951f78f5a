/** What happens while an operation runs: a line that is redrawn on a terminal, and lines in a log. */
import type { RunEvent } from "../../operations/library-function.ts";
import { type Io, terminalText } from "../frame/index.ts";

/** A log has at most this many lines of progress. */
const MOST_LINES = 100;

export function showEvents(io: Io, name: string): { on(event: RunEvent): void; done(): void } {
  const line = io.progress(name);
  let lines = 0;
  const progress = ({ done, of, text }: Extract<RunEvent, { type: "progress" }>) => {
    if (line.drawn) return line.show(text);
    // Beside a document, a log has only what went wrong.
    if (io.asJson) return;
    const due = Math.floor((done * MOST_LINES) / Math.max(of, MOST_LINES));
    if (due === lines && of > MOST_LINES) return;
    lines = due;
    io.warn(terminalText(text));
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
