/**
 * Interrupts: Ctrl+C, SIGTERM, a closed terminal (SIGHUP), a closed pipe, a full disk, the end of --timeout. Each aborts
 * the command's signal, so that it can finish writing its files.
 */
import { HarnessError } from "../../kernel/errors/index.ts";
import type { OutputStream } from "./io.ts";

/** The parts of `process` that the frame uses. */
export type Host = {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
  exit(code: number): void;
};

type Interrupts = {
  readonly signal: AbortSignal;
  /** Why the command was stopped. */
  readonly reason: HarnessError | undefined;
  /** Stops the command after this time, as Ctrl+C would. */
  stopAfter(ms: number, onTime: () => void): void;
  stopListening(): void;
};

type InterruptOptions = {
  host: Host;
  streams: readonly OutputStream[];
  /** The signal is aborted. The command may take a while to end. */
  onFirstSignal: () => void;
  onSecondSignal: () => void;
  onUncaught: (error: unknown) => void;
};

export function listenForInterrupts({
  host,
  streams,
  onFirstSignal,
  onSecondSignal,
  onUncaught,
}: InterruptOptions): Interrupts {
  const controller = new AbortController();
  let reason: HarnessError | undefined;
  let signals = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = (why: HarnessError) => {
    reason ??= why;
    controller.abort(reason);
  };

  const onSignal = () => {
    signals += 1;
    if (signals > 1) return onSecondSignal();
    onFirstSignal();
    stop(interrupted());
  };
  // Both the terminal and the shell in it send one as they close: the second must not end the command at once.
  const onHangup = () => {
    if (signals === 0) onSignal();
  };
  const uncaught = (error: unknown) => {
    if (!causedBy(error, reason)) onUncaught(error);
  };
  host.on("SIGINT", onSignal);
  host.on("SIGTERM", onSignal);
  host.on("SIGHUP", onHangup);
  host.on("uncaughtException", uncaught);
  // Never removed: a late error event without a listener would crash the process.
  for (const stream of streams) {
    stream.on("error", (error: NodeJS.ErrnoException) =>
      stop(error.code === "EPIPE" ? outputClosed() : outputFailed(error)),
    );
  }

  return {
    signal: controller.signal,
    get reason() {
      return reason;
    },
    stopAfter: (ms, onTime) => {
      timer = setTimeout(() => {
        if (reason) return;
        onTime();
        stop(outOfTime());
      }, ms);
    },
    stopListening: () => {
      clearTimeout(timer);
      host.off("SIGINT", onSignal);
      host.off("SIGTERM", onSignal);
      host.off("SIGHUP", onHangup);
      host.off("uncaughtException", uncaught);
    },
  };
}

/** Whether the stop itself caused an error: it is or wraps the reason or an abort. */
export function causedBy(error: unknown, reason: HarnessError | undefined): boolean {
  if (!reason) return false;
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at === reason || at.name === "AbortError") return true;
  }
  return false;
}

const AGAIN = "Run the command again to continue";

const interrupted = (): HarnessError =>
  new HarnessError({ code: "interrupted", message: "Interrupted.", remedy: `${AGAIN}.`, exit: 130 });

const outOfTime = (): HarnessError =>
  new HarnessError({
    code: "interrupted",
    message: "Out of time: --timeout has passed.",
    remedy: `${AGAIN}, or allow more time.`,
    exit: 130,
  });

const outputClosed = (): HarnessError =>
  new HarnessError({
    code: "output-closed",
    message: "The output was closed.",
    remedy: `${AGAIN}.`,
    exit: 130,
  });

const outputFailed = (cause: NodeJS.ErrnoException): HarnessError =>
  new HarnessError({
    code: "cannot-write",
    message: `Cannot write the output: ${cause.message}.`,
    remedy: "Free some disk space, or redirect the output.",
    exit: 3,
    cause,
  });
