import type { RetryNews } from "../../../kernel/models/index.ts";
import { terminalText, type Io } from "../../frame/index.ts";

/** One line while a call is tried again: who waits should know what for. */
export const sayRetry =
  (io: Io) =>
  ({ call, failure, attempt, attempts, pauseMs }: RetryNews): void =>
    io.warn(
      terminalText(
        `${call}: ${failure.code}${failure.status === undefined ? "" : ` (${failure.status})`}, attempt ${attempt} of ${attempts}; again in ${(pauseMs / 1_000).toFixed(1)} s`,
      ),
    );
