import type { RetryNews } from "../../../kernel/models/index.ts";
import { terminalText, type Io } from "../../frame/index.ts";

/** One line when a call is retried, so that the user knows why it takes longer. */
export const sayRetry =
  (io: Io) =>
  ({ call, failure, attempt, attempts, pauseMs }: RetryNews): void =>
    io.warn(
      terminalText(
        `${call}: ${failure.code}${failure.status === undefined ? "" : ` (${failure.status})`}, attempt ${attempt}${attempts === undefined ? "" : ` of ${attempts}`}; retrying in ${(pauseMs / 1_000).toFixed(1)} s`,
      ),
    );
