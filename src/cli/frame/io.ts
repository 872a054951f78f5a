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
  /** The same, already JSON, in pieces, since the whole may not fit into memory. Waits for the reader of the pipe. */
  jsonPieces(pieces: Iterable<string> | AsyncIterable<string>): Promise<void>;
  /** Styled for the stream that `out` and `say` write to, or for stderr. */
  style(style: Style, text: string, to?: "out" | "stderr"): string;
  progress(label: string, total?: number): Progress;
  /** Asks a person, who answers with a line. Undefined: stdin or stderr is not a terminal, or stdin has ended. */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>;
  /** Asks a person for yes or no; no is the default. Undefined as with `ask`. */
  confirm(question: string, signal: AbortSignal): Promise<boolean | undefined>;
  /** A command to copy, as typed here or in another folder: `resume DIR` becomes `rehearse resume DIR`, or `node …/main.ts resume DIR`. */
  command(words: string, folder?: string): string;
};

/** For the frame only: commands do not end the output. */
export type FrameIo = Io & {
  readonly wroteJson: boolean;
  /** Erases a progress line left behind, and waits until everything is written. */
  end(): Promise<void>;
};

type IoOptions = {
  stdin?: (() => InputStream) | undefined;
  stdout: OutputStream;
  stderr: OutputStream;
  json: boolean;
  /** How to call `rehearse` from a folder. */ commandIn?: (folder: string) => string;
};

export function createIo({
  stdin,
  stdout,
  stderr,
  json: asJson,
  commandIn = () => "rehearse",
}: IoOptions): FrameIo {
  const people = asJson ? stderr : stdout;
  let wroteJson = false;
  let line: ProgressLine | undefined;
  let answers: Answers | undefined;

  const begin = () => {
    if (wroteJson) throw new Error("A second JSON document was about to be printed");
    wroteJson = true;
  };

  const print = (stream: OutputStream, safe: string) => {
    line?.erase();
    stream.write(safe.endsWith("\n") ? safe : `${safe}\n`);
    line?.draw();
  };

  const ask: Io["ask"] = async (question, signal) => {
    const input = stdin?.();
    if (!input?.isTTY || !stderr.isTTY) return undefined;
    answers ??= await answersFrom(input);
    line?.erase();
    stderr.write(withoutSecrets(question));
    try {
      return await answers.next(signal);
    } finally {
      line?.draw();
    }
  };

  return {
    asJson,
    get wroteJson() {
      return wroteJson;
    },
    out: (text) => print(people, withoutSecrets(text)),
    say: (text) => print(people, withoutSecrets(text)),
    warn: (text) => print(stderr, withoutSecrets(text)),
    json: (value) => {
      begin();
      print(stdout, withoutSecrets(toJson(value)));
    },
    jsonPieces: async (pieces) => {
      begin();
      line?.erase();
      for await (const piece of pieces)
        if (!stdout.write(withoutControls(withoutSecrets(piece)))) await written(stdout);
      line?.draw();
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
    ask,
    confirm: async (question, signal) => {
      const answer = await ask(`${question} [y/N] `, signal);
      return answer === undefined ? undefined : /^\s*y(es)?\s*$/i.test(answer);
    },
    command: (words, folder = ".") => `${commandIn(folder)} ${words}`,
    end: async () => {
      answers?.close();
      line?.done();
      line = undefined;
      await Promise.all([written(stdout), written(stderr)]);
    },
  };
}

type Answers = { next(signal: AbortSignal): Promise<string | undefined>; close(): void };

/** One reader for all questions: another one would lose lines that were typed ahead. */
async function answersFrom(input: InputStream): Promise<Answers> {
  const { createInterface } = await import("node:readline");
  // `terminal: false` keeps Ctrl+C a signal, which the frame handles.
  const reader = createInterface({ input, terminal: false });
  const lines = reader[Symbol.asyncIterator]();
  return {
    next: (signal) =>
      new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason as Error);
        if (signal.aborted) return stop();
        signal.addEventListener("abort", stop, { once: true });
        void lines.next().then(({ value, done }) => {
          signal.removeEventListener("abort", stop);
          resolve(done ? undefined : (value as string));
        }, reject);
      }),
    close: () => reader.close(),
  };
}

const toJson = (value: unknown): string => withoutControls(JSON.stringify(value ?? null, null, 2));

/** JSON leaves DEL and the C1 controls as they are; escaped, the document is the same and a terminal is safe. */
const withoutControls = (text: string): string =>
  text.replaceAll(/[\u007f-\u009f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

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
export type InputStream = NodeJS.ReadableStream & { isTTY?: boolean };
