/** One line that says how far a long command is: drawn on a terminal only, and gone when it is over. */
import type { OutputStream } from "./output-stream.ts";
import { terminalText } from "./terminal-text.ts";

export type Progress = {
  /** Whether anybody can see it: on a terminal only. */
  readonly drawn: boolean;
  /** One more is done; `text` says what. */
  tick(text?: string): void;
  /** Says something else, without counting. */
  show(text: string): void;
  /** Erases the line. */
  done(): void;
};

export type ProgressLine = Progress & { draw(): void; erase(): void };

const eraseLine = "\r\u001b[2K";

export function progressLine(stream: OutputStream, label: string, total?: number): ProgressLine {
  let count = 0;
  let text = "";
  let over = !stream.isTTY;
  const erase = () => {
    if (!over) stream.write(eraseLine);
  };
  const draw = () => {
    if (over) return;
    const counted = total === undefined ? (count === 0 ? "" : `${count} `) : `${count}/${total} `;
    const line = `${label} ${counted}${text}`.trim();
    // Some terminals say 0. One column stays free: a full line would wrap, and only its last row be erased.
    stream.write(eraseLine + fit(line, (stream.columns || 80) - 1));
  };
  draw();
  return {
    drawn: !over,
    draw,
    erase,
    tick: (latest = "") => {
      count += 1;
      text = terminalText(latest).replaceAll(/\s+/g, " ");
      draw();
    },
    show: (latest) => {
      text = terminalText(latest).replaceAll(/\s+/g, " ");
      draw();
    },
    done: () => {
      erase();
      over = true;
    },
  };
}

function fit(line: string, columns: number): string {
  let width = 0;
  const kept: string[] = [];
  for (const character of line) {
    // Rough, and on the safe side: from Hangul on, count two columns.
    width += character.codePointAt(0)! >= 0x1100 ? 2 : 1;
    if (width > columns) return `${kept.slice(0, -1).join("")}…`;
    kept.push(character);
  }
  return line;
}
