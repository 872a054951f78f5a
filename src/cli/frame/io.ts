/**
 * The only place that prints. With `--json` stdout carries one JSON document
 * and nothing else. Colours and progress appear only on a terminal.
 */
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import { terminalText } from "./terminal-text.ts";

// An import would run every lazy getter of node:util, which loads workers and more: a fifth of the start-up time.
const { styleText } = process.getBuiltinModule("node:util");

type Style = Parameters<typeof styleText>[0];

export type Io = {
  readonly asJson: boolean;
  /** The result, on stdout. With `--json` it goes to stderr: stdout belongs to the document. */
  out(text: string): void;
  /** Text around the result: on stdout, with `--json` on stderr. */
  say(text: string): void;
  /** Always on stderr: warnings, and text that must not end up in a pipe. */
  warn(text: string): void;
  /** The one JSON document, on stdout. */
  json(value: unknown): void;
  /** Styled for the stream that `out` and `say` write to, or for stderr. */
  style(style: Style, text: string, to?: "out" | "stderr"): string;
  progress(label: string, total?: number): Progress;
  /** Rehearse's own words, with commands and pages of the guide as they are reached from here. */
  asTyped(text: string): string;
  /** A command to copy, as it is typed here or in another folder: `resume DIR` becomes `rehearse resume DIR`. */
  command(words: string, folder?: string): string;
};

/** For the frame only: commands do not end the output. */
export type FrameIo = Io & {
  readonly wroteJson: boolean;
  /** Erases a progress line left behind, and waits until everything is written. */
  end(): Promise<void>;
};

type IoOptions = {
  stdout: OutputStream;
  stderr: OutputStream;
  json: boolean;
  /** How to call `rehearse` from a folder. */ commandIn?: (folder: string) => string;
  asTyped?: Io["asTyped"];
};

export function createIo({
  stdout,
  stderr,
  json: asJson,
  commandIn = () => "rehearse",
  asTyped = (text) => text,
}: IoOptions): FrameIo {
  const people = asJson ? stderr : stdout;
  let wroteJson = false;
  let line: ProgressLine | undefined;

  const print = (stream: OutputStream, safe: string) => {
    line?.erase();
    stream.write(safe.endsWith("\n") ? safe : `${safe}\n`);
    line?.draw();
  };

  return {
    asJson,
    get wroteJson() {
      return wroteJson;
    },
    out: (text) => print(people, withoutSecrets(text)),
    say: (text) => print(people, withoutSecrets(asTyped(text))),
    warn: (text) => print(stderr, withoutSecrets(asTyped(text))),
    json: (value) => {
      if (wroteJson) throw new Error("A second JSON document was about to be printed");
      wroteJson = true;
      print(stdout, withoutSecrets(toJson(value)));
    },
    style: (style, text, to = "out") => {
      const stream = to === "stderr" ? stderr : people;
      // styleText reads NO_COLOR; it would also colour a file where FORCE_COLOR is set, as it is on many build machines.
      return stream.isTTY ? styleText(style, text, { stream }) : text;
    },
    progress: (label, total) => {
      line?.done();
      return (line = progressLine(stderr, label, total));
    },
    asTyped,
    command: (words, folder = ".") => `${commandIn(folder)} ${words}`,
    end: async () => {
      line?.done();
      line = undefined;
      await Promise.all([written(stdout), written(stderr)]);
    },
  };
}

/** JSON leaves DEL and the C1 controls as they are; escaped, the document is the same and a terminal is safe. */
const toJson = (value: unknown): string =>
  JSON.stringify(value ?? null, null, 2).replaceAll(
    /[\u007f-\u009f]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

function written(stream: OutputStream): Promise<void> {
  if (!stream.writable) return Promise.resolve();
  // The error arrives as an event. Here it only ends the wait.
  return new Promise((resolve) => stream.write("", () => resolve()));
}

/** A progress line: drawn only on a terminal, erased at the end. */
export type Progress = {
  /** True on a terminal. */
  readonly drawn: boolean;
  /** One more is done; `text` says what. */
  tick(text?: string): void;
  /** Shows a text without counting. */
  show(text: string): void;
  /** Erases the line. */
  done(): void;
};

type ProgressLine = Progress & { draw(): void; erase(): void };

const eraseLine = "\r\u001b[2K";

function progressLine(stream: OutputStream, label: string, total?: number): ProgressLine {
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
    // Some terminals report 0. One column stays free: a full line would wrap, and only its last row would be erased.
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
    // An upper bound: characters from Hangul on count as two columns.
    width += character.codePointAt(0)! >= 0x1100 ? 2 : 1;
    if (width > columns) return `${kept.slice(0, -1).join("")}…`;
    kept.push(character);
  }
  return line;
}

/** Where text is written: a terminal, a pipe, or a test's memory. */
export type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
