/** What an operation is in the library. A leaf: the package's types must not need those of the kernel. */
/** What happens while an operation runs. */
export type RunEvent =
  /** Something to know: a resumed run, a retried call, a file that hides a shipped one. */
  | { type: "note"; text: string; level?: "info" | "warning" }
  /** The folder that the run is saved in, before the first call. */
  | { type: "folder"; dir: string }
  /** What is being done right now. `cost`: so far, in USD. */
  | { type: "step"; text: string; done?: number; of?: number; cost?: number }
  /** Something is finished and saved: a turn, a session, a pair, a test. */
  | {
      type: "progress";
      done: number;
      of: number;
      text: string;
      cost?: number;
      sessionId?: string;
      turn?: number;
    }
  /** A part begins: only the terminal shows it. */
  | { type: "heading"; text: string }
  /** A result of a part, in words: the terminal shows it with --verbose or --debug. */
  | { type: "detail"; text: string };

export type LibraryOptions = {
  /** Stops the work. What is finished is saved. */
  signal?: AbortSignal | undefined;
  /** Called with notes and progress. */
  on?: ((event: RunEvent) => void) | undefined;
};

/** What an operation would do and cost. Nothing was called and nothing was written. */
export type Estimate = {
  /** Reasons why it could not start now. */
  problems: Array<{ code: string; option?: string | undefined; message: string; remedy: string }>;
} & Record<string, unknown>;

export type LibraryFunction<Input, Result> = object extends Input
  ? {
      (input?: Input & LibraryOptions): Promise<Result>;
      estimate(input?: Input & LibraryOptions): Promise<Estimate>;
    }
  : {
      (input: Input & LibraryOptions): Promise<Result>;
      estimate(input: Input & LibraryOptions): Promise<Estimate>;
    };
