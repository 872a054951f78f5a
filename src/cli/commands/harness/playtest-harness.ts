/** The harness with the playtest's embedded cast, for commands that play. */
import type { Config } from "../../../config.ts";
import { type Confirm, createHarness, type Harness, type HarnessOptions } from "../../../kernel/run/index.ts";
import { houseCast } from "../../../playtest/index.ts";
import { type Io, terminalText } from "../../frame/index.ts";
import { sayRetry } from "./retry-notice.ts";

export const playtestHarness = (
  config: Config & Partial<Pick<HarnessOptions, "pinned" | "recordings" | "confirm" | "shards">>,
  io: Io,
  signal: AbortSignal,
): Harness =>
  createHarness({
    ...config,
    house: houseCast,
    onRetry: sayRetry(io),
    has: io.has,
    confirm: config.confirm ?? askToAllow(io, signal),
    command: io.command("").trimEnd(),
  });

/** A narrator that a stored folder names runs only with permission. */
export const allowNarratorFlag = {
  allowNarrator: {
    type: "list",
    whole: true,
    value: "PATH|URL",
    help: "Allow a module or an address that the stored session names as its narrator. Use it only if you trust it.",
  },
} as const;

/** Asks on a terminal; elsewhere the answer is no. Shows the real path, because a link may have any name. */
const askToAllow =
  (io: Io, signal: AbortSignal): Confirm =>
  async ({ place, real }) => {
    const isModule = !/^https?:/.test(real);
    return io.confirm(
      terminalText(
        isModule
          ? `The stored folder names a module as its narrator: ${place}${real === place ? "" : `\nIt is a link to ${real}`}\nLoading it runs its code with your permissions. Load it?`
          : `The stored folder names an address as its narrator: ${real}\nThe whole session would be sent there. Call it?`,
      ),
      signal,
    );
  };
